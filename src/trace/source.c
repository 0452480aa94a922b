// Lines of the source files, read on demand: for traces.
//
// A file is looked for where the compiler worked that named it, by its name, and from the folder of the first input and
// the current one. One that is not there
// may be named by line markers of another (`# 12 "file"`, as the preprocessor writes them): its lines are then those
// that follow the markers.
#include "trace/trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOURCE_BYTES_MAX (64L << 20)
#define SOURCE_LINES_MAX 10000000u
#define NO_LINE UINT32_MAX

struct source_file {
  bool tried;
  char *path; // of the file itself; NULL: it is not there
  char *content; // each line ends with NUL; NULL: cannot be read
  struct vec_u32 starts; // offset of each line, or NO_LINE
};

struct source_files {
  const struct cfa *cfa;
  uint32_t size;
  struct source_file *files;
};

struct source_files *source_files_new(const struct cfa *cfa) {
  struct source_files *files = mem_zalloc(1, sizeof *files);
  files->cfa = cfa;
  files->size = cfa->files.size;
  files->files = mem_zalloc(files->size + 1, sizeof *files->files);
  return files;
}

void source_files_free(struct source_files *files) {
  if (!files) return;
  for (uint32_t i = 0; i < files->size; i++) {
    mem_free(files->files[i].path);
    mem_free(files->files[i].content);
    vec_u32_release(&files->files[i].starts);
  }
  mem_free(files->files);
  mem_free(files);
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

// A line begins behind its blanks and tabs; other control characters become blanks: it is going to a terminal.
static void split_lines(struct source_file *file, size_t length) {
  size_t start = 0;
  bool leads = true;
  for (size_t i = 0; i <= length; i++) {
    unsigned char c = (unsigned char)file->content[i];
    if (i < length && c != '\n') {
      leads &= is_blank((char)c);
      if ((c < ' ' && !leads) || c == 127) file->content[i] = ' ';
      continue;
    }
    size_t end = i;
    file->content[end] = 0;
    while (end > start && is_blank(file->content[end - 1])) file->content[--end] = 0;
    while (is_blank(file->content[start])) start++;
    vec_u32_push(&file->starts, (uint32_t)start);
    start = i + 1;
    leads = true;
  }
}

static bool read_source(const char *name, struct source_file *file) {
  struct stat status;
  FILE *in = fopen(name, "r");
  if (!in) return false;
  if (!fstat(fileno(in), &status) && S_ISREG(status.st_mode) && status.st_size <= SOURCE_BYTES_MAX) {
    file->content = mem_zalloc((size_t)status.st_size + 1, 1);
    split_lines(file, fread(file->content, 1, (size_t)status.st_size, in));
    file->path = mem_strdup(name);
  }
  fclose(in);
  return file->content != NULL;
}

// In this folder, or in one above it: a compiler that is given an absolute path may name the file from what that path
// has in common with the folder it works in.
static bool read_above(const char *folder, const char *name, struct source_file *file) {
  bool found = false;
  for (size_t n = strlen(folder) + 1; n-- > 0 && !found;) {
    if (folder[n] && folder[n] != '/') continue;
    struct text path = {0};
    text_add_n(&path, folder, n);
    text_printf(&path, "/%s", name);
    found = read_source(text_cstr(&path), file);
    text_release(&path);
  }
  return found;
}

static bool read_beside(const struct cfa *cfa, const char *name, struct source_file *file) {
  if (*name == '/') return false;
  const char *slash = strrchr(cfa->name, '/');
  char *folder = mem_strndup(cfa->name, slash ? (size_t)(slash - cfa->name) : 0), *here = getcwd(NULL, 0);
  bool found = (*folder && read_above(folder, name, file)) || (here && read_above(here, name, file));
  mem_free(folder);
  free(here);
  return found;
}

// `# 12 "file"` or `#line 12 "file"`: the line that follows and, if there is one, the name in its quotes.
static bool read_marker(const char *line, uint32_t *number, const char **name, size_t *length) {
  if (*line++ != '#') return false;
  line += strspn(line, " ");
  if (!strncmp(line, "line", 4)) line += 4 + strspn(line + 4, " ");
  char *end;
  unsigned long n = strtoul(line, &end, 10);
  if (end == line || n > SOURCE_LINES_MAX) return false;
  *number = (uint32_t)n;
  end += strspn(end, " ");
  const char *close = *end == '"' ? strchr(end + 1, '"') : NULL;
  *name = close ? end + 1 : NULL;
  *length = close ? (size_t)(close - end - 1) : 0;
  return true;
}

// The lines that another file says are those of `name`.
static bool read_marked(const char *other, const char *name, struct source_file *file) {
  struct source_file whole = {0};
  if (!read_source(other, &whole)) return false;
  bool within = false, found = false;
  uint32_t line = 0;
  for (uint32_t i = 0; i < whole.starts.size; i++) {
    const char *text = whole.content + whole.starts.data[i], *marked;
    size_t length;
    if (read_marker(text, &line, &marked, &length)) {
      if (marked) within = strlen(name) == length && !strncmp(name, marked, length);
      continue;
    }
    if (within && line) {
      while (file->starts.size < line) vec_u32_push(&file->starts, NO_LINE);
      if (file->starts.data[line - 1] == NO_LINE || !*(whole.content + file->starts.data[line - 1]))
        file->starts.data[line - 1] = whole.starts.data[i];
      found = true;
    }
    if (line && line < SOURCE_LINES_MAX) line++;
  }
  vec_u32_release(&whole.starts);
  mem_free(whole.path);
  if (found) file->content = whole.content;
  else mem_free(whole.content);
  return found;
}

static bool read_in_folder(const char *folder, const char *name, struct source_file *file) {
  if (!*folder || *name == '/') return false;
  struct text path = {0};
  text_printf(&path, "%s/%s", folder, name);
  bool found = read_source(text_cstr(&path), file);
  text_release(&path);
  return found;
}

static void find_source(const struct cfa *cfa, uint32_t index, struct source_file *file) {
  const char *name = cfa->files.data[index];
  file->tried = true;
  if (read_in_folder(cfa->folders.data[index], name, file) || read_source(name, file) || read_beside(cfa, name, file) ||
      read_marked(cfa->name, name, file))
    return;
  for (uint32_t i = 0; i < cfa->files.size; i++)
    if (i != index && read_marked(cfa->files.data[i], name, file)) return;
}

static struct source_file *file_of(struct source_files *files, uint32_t index) {
  if (!files || index >= files->size) return NULL;
  struct source_file *file = &files->files[index];
  if (!file->tried) find_source(files->cfa, index, file);
  return file;
}

const char *source_line(struct source_files *files, uint32_t index, uint32_t line) {
  const struct source_file *file = file_of(files, index);
  if (!file || !line || line > file->starts.size || file->starts.data[line - 1] == NO_LINE) return NULL;
  return file->content + file->starts.data[line - 1];
}

// What is before a line in the file is the zero behind the one before it, and the blanks.
uint32_t source_indent(struct source_files *files, uint32_t index, uint32_t line) {
  const char *text = source_line(files, index, line);
  uint32_t blanks = 0;
  while (text && text - blanks > files->files[index].content && text[-(long)blanks - 1] == ' ') blanks++;
  return blanks;
}

const char *source_path(struct source_files *files, uint32_t index) {
  if (!files || index >= files->size) return NULL;
  source_line(files, index, 1);
  return files->files[index].path;
}

const char *source_indented(struct source_files *files, uint32_t index, uint32_t line) {
  const char *text = source_line(files, index, line);
  while (text && text > files->files[index].content && is_blank(text[-1])) text--;
  return text;
}

uint32_t source_lines(struct source_files *files, uint32_t index) {
  const struct source_file *file = file_of(files, index);
  return file ? file->starts.size : 0;
}
