// What a run of the program needs from outside, for who repeats it: in the harness of a person as C, and as a shell
// script that runs the program itself (see struct replay_outside).
#include "native/harness.h"
#include <inttypes.h>
#include <string.h>

#define PER_LINE 64u // bytes of a string in C

bool replay_outside_is_all(const struct replay_outside *outside) {
  if (!outside || outside->reads_more || outside->environment_more || outside->n_unprovided) return false;
  for (uint32_t i = 0; i < outside->n_files; i++)
    if (outside->files[i].has_more || !replay_file_is_relative(&outside->files[i])) return false;
  return true;
}

// It can be made in any folder.
bool replay_file_is_relative(const struct replay_file *file) {
  const char *name = file->name;
  size_t n = strlen(name);
  return n && *name != '/' && name[n - 1] != '/' && strncmp(name, "..", 2) != 0 && !strstr(name, "/..");
}

// --- what it does not give ---------------------------------------------------------------------

static void begin_line(const char *prefix, bool *any, const char *heading, struct text *out) {
  if (!*any) text_printf(out, "%s%s\n", prefix, heading);
  *any = true;
  text_add(out, prefix);
  text_add(out, "  ");
}

static void add_plain(const char *word, struct text *out) {
  for (; *word; word++)
    if ((unsigned char)*word < ' ' || *word == '\\' || *word == 127) text_printf(out, "\\%03o", (unsigned char)*word);
    else text_addc(out, *word);
}

bool replay_outside_lacks(const struct replay_outside *outside, const char *prefix, struct text *out) {
  static const char heading[] = "The error also needs from outside what this file does not give:";
  bool any = false;
  if (outside->reads_more) {
    begin_line(prefix, &any, heading, out);
    text_add(out, "the standard input: what the program reads of it is not all known\n");
  }
  if (outside->environment_more) {
    begin_line(prefix, &any, heading, out);
    text_add(out, "the environment: not all of its variables are known\n");
  }
  for (uint32_t i = 0; i < outside->n_files; i++) {
    const struct replay_file *file = &outside->files[i];
    bool is_relative = replay_file_is_relative(file);
    if (!file->has_more && is_relative) continue;
    begin_line(prefix, &any, heading, out);
    text_add(out, "the file ");
    add_plain(file->name, out);
    if (file->has_more) text_add(out, ": it would have to change while the program reads it\n");
    else if (file->is_missing) text_add(out, ", which must not be there\n");
    else text_printf(out, ", with the %zu bytes of the counterexample\n", file->bytes.size);
  }
  for (uint32_t i = 0; i < outside->n_unprovided; i++) {
    begin_line(prefix, &any, heading, out);
    text_printf(out, "what %s() returns\n", outside->unprovided[i]);
  }
  return any;
}

// --- as C --------------------------------------------------------------------------------------

static void add_string(const char *bytes, size_t n, struct text *out) {
  text_addc(out, '"');
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (i && i % PER_LINE == 0) text_add(out, "\"\n    \"");
    if (c == '\n') text_add(out, "\\n");
    else if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?') text_printf(out, "\\%03o", c);
    else text_addc(out, (char)c);
  }
  text_addc(out, '"');
}

static void add_file(const char *name, const struct text *bytes, struct text *out) {
  text_add(out, "  {");
  if (name) add_string(name, strlen(name), out);
  else text_addc(out, '0');
  text_add(out, ",\n    ");
  add_string(text_cstr(bytes), bytes->size, out);
  text_printf(out, ", %zu},\n", bytes->size);
}

static const char declarations[] =
    "int open(const char *, int, ...), close(int), unlink(const char *), dup2(int, int), chdir(const char *);\n"
    "int mkdir(const char *, unsigned), rmdir(const char *), putenv(char *), unsetenv(const char *);\n"
    "long write(int, const void *, __SIZE_TYPE__), lseek(int, long, int);\n"
    "char *mkdtemp(char *);\n";

// The working directory is a new one, so that nothing of the user's is written over.
static const char provide[] =
    "static int clew_make(const char *name, const char *bytes, __SIZE_TYPE__ size) {\n"
    "  char folder[4096];\n"
    "  __SIZE_TYPE__ i;\n"
    "  for (i = 0; name[i] && i + 1 < sizeof folder; i++) {\n"
    "    folder[i] = 0;\n"
    "    if (name[i] == '/' && i) mkdir(folder, 0700);\n"
    "    folder[i] = name[i];\n"
    "  }\n"
    "  int file = open(name, 0302, 0600); // O_RDWR | O_CREAT | O_EXCL\n"
    "  for (i = 0; file >= 0 && i < size;) {\n"
    "    long n = write(file, bytes + i, size - i);\n"
    "    if (n <= 0) break;\n"
    "    i += (__SIZE_TYPE__)n;\n"
    "  }\n"
    "  if (file < 0 || i < size) {\n"
    "    dprintf(2, \"clew: the file %s cannot be made\\n\", name);\n"
    "    _exit(2);\n"
    "  }\n"
    "  return file;\n"
    "}\n"
    "\n"
    "__attribute__((constructor(101))) static void clew_provide(void) {\n"
    "  static char folder[] = \"/tmp/clew-run-XXXXXX\";\n"
    "  for (unsigned i = 0; clew_environment[i]; i++) {\n"
    "    const char *at = clew_environment[i];\n"
    "    while (*at && *at != '=') at++;\n"
    "    if (*at) putenv((char *)clew_environment[i]);\n"
    "    else unsetenv(clew_environment[i]);\n"
    "  }\n"
    "  if (!clew_files[0].bytes) return;\n"
    "  if (!mkdtemp(folder) || (clew_changes && chdir(folder))) {\n"
    "    dprintf(2, \"clew: no folder can be made in /tmp\\n\");\n"
    "    _exit(2);\n"
    "  }\n"
    "  if (clew_changes) dprintf(2, \"clew: the program runs in %s, with the files that it reads\\n\", folder);\n"
    "  for (unsigned i = 0; clew_files[i].bytes; i++) {\n"
    "    char name[sizeof folder + 8];\n"
    "    unsigned k = 0;\n"
    "    for (const char *part = folder; *part; part++) name[k++] = *part;\n"
    "    for (const char *part = \"/input\"; *part; part++) name[k++] = *part;\n"
    "    name[k] = 0;\n"
    "    int file = clew_make(clew_files[i].name ? clew_files[i].name : name, clew_files[i].bytes, "
    "clew_files[i].size);\n"
    "    if (clew_files[i].name) {\n"
    "      close(file);\n"
    "      continue;\n"
    "    }\n"
    "    unlink(name);\n"
    "    lseek(file, 0, 0);\n"
    "    dup2(file, 0);\n"
    "    close(file);\n"
    "  }\n"
    "  if (!clew_changes) rmdir(folder);\n"
    "}\n";

static bool has_files(const struct replay_outside *outside) {
  for (uint32_t i = 0; i < outside->n_files; i++)
    if (!outside->files[i].has_more && replay_file_is_relative(&outside->files[i])) return true;
  return false;
}

static bool gives_input(const struct replay_outside *outside) { return outside->reads && !outside->reads_more; }

void harness_outside(const struct replay_outside *outside, struct text *out) {
  if (!outside) return;
  const char *at = text_cstr(outside->environment), *end = at + outside->environment->size;
  bool changes = has_files(outside);
  if (at == end && !changes && !gives_input(outside)) return;
  text_add(out, "\n// What the program gets from outside: the variables of its environment, or the names of those\n"
                "// that are not set; the files that it reads, of which the standard input has no name.\n");
  text_add(out, "static const char *const clew_environment[] = {\n");
  for (; at < end; at += strlen(at) + 1) {
    text_add(out, "  ");
    add_string(at, strlen(at), out);
    text_add(out, ",\n");
  }
  text_add(out,
           "  0};\nstatic const struct {\n  const char *name, *bytes;\n  __SIZE_TYPE__ size;\n} clew_files[] = {\n");
  if (gives_input(outside)) add_file(NULL, outside->read, out);
  for (uint32_t i = 0; i < outside->n_files; i++) {
    const struct replay_file *file = &outside->files[i];
    if (!file->is_missing && !file->has_more && replay_file_is_relative(file)) add_file(file->name, &file->bytes, out);
  }
  text_printf(out, "  {0, 0, 0}};\nstatic const int clew_changes = %d; // the working directory\n", changes);
  text_add(out, declarations);
  text_addc(out, '\n');
  text_add(out, provide);
}

// --- as a script -------------------------------------------------------------------------------

static void add_quoted(const char *word, struct text *out) {
  text_addc(out, '\'');
  for (; *word; word++)
    if (*word == '\'') text_add(out, "'\\''");
    else text_addc(out, *word);
  text_addc(out, '\'');
}

static void add_run(const struct replay_outside *outside, struct text *out) {
  const char *first = text_cstr(outside->environment), *end = first + outside->environment->size, *at;
  text_add(out, first < end ? "env" : "");
  for (at = first; at < end; at += strlen(at) + 1)
    if (!strchr(at, '=')) {
      text_add(out, " -u ");
      add_quoted(at, out);
    }
  for (at = first; at < end; at += strlen(at) + 1)
    if (strchr(at, '=')) {
      text_addc(out, ' ');
      add_quoted(at, out);
    }
  text_add(out, first < end ? " \"$program\"" : "\"$program\"");
  at = text_cstr(outside->arguments);
  end = at + outside->arguments->size;
  for (uint32_t k = 0; at < end; at += strlen(at) + 1, k++) {
    if (!k) continue; // its own name
    text_addc(out, ' ');
    add_quoted(at, out);
  }
  text_add(out, gives_input(outside) ? " <\"$here/stdin\"\n" : "\n");
}

void replay_outside_script(const struct replay_outside *outside, const char *error, const char *command,
                           struct text *out) {
  text_add(out, "#!/bin/sh\n# made by clew: runs a program with the inputs of the counterexample of this error:\n#   ");
  add_plain(error, out);
  text_add(out, "\n# Usage: sh run.sh PROGRAM. It shows the error if it is compiled so:\n#   ");
  text_add(out, command);
  text_add(out, "\n# It runs in a new folder with the files that it reads.\n");
  replay_outside_lacks(outside, "# ", out);
  const char *argv0 = text_cstr(outside->arguments);
  if (outside->has_arguments && (*argv0 || !outside->arguments->size))
    text_add(out, "# The name of the program, argv[0], is another one in the counterexample.\n");
  text_add(out, "[ $# = 1 ] || { echo 'usage: sh run.sh PROGRAM' >&2; exit 64; }\n"
                "program=$(realpath \"$1\") || exit 66\n"
                "here=$(dirname \"$(realpath \"$0\")\")\n"
                "work=$(mktemp -d) || exit 73\n"
                "trap 'rm -rf \"$work\"' EXIT\n"
                "cd \"$work\" || exit 73\n");
  for (uint32_t i = 0; i < outside->n_files; i++) {
    const struct replay_file *file = &outside->files[i];
    if (file->is_missing || file->has_more || !replay_file_is_relative(file)) continue;
    const char *slash = strrchr(file->name, '/');
    if (slash) {
      struct text folder = {0};
      text_add_n(&folder, file->name, (size_t)(slash - file->name));
      text_add(out, "mkdir -p -- ");
      add_quoted(text_cstr(&folder), out);
      text_addc(out, '\n');
      text_release(&folder);
    }
    text_printf(out, "cp \"$here/file-%" PRIu32 "\" ./", i + 1);
    add_quoted(file->name, out);
    text_addc(out, '\n');
  }
  add_run(outside, out);
}
