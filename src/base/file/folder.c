// See folder.h.
#include "base/file/folder.h"
#include "base/memory/alloc.h"
#include "base/text/digest.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char heading[] =
    "# The files that clew has made here, each with its SHA-256: the next run removes them.\n";

// The file in the folder; false: the name is too long.
static bool place_of(const char *folder, const char *name, char out[PATH_MAX]) {
  int n = snprintf(out, PATH_MAX, "%s/%s", folder, name);
  return n > 0 && n < PATH_MAX;
}

// A regular file, or a folder, that is no link.
static bool is_plain(const char *path, mode_t kind) {
  struct stat status;
  return lstat(path, &status) == 0 && (status.st_mode & S_IFMT) == kind;
}

static bool digest_of(const char *file, char digest[DIGEST_DIGITS + 1]) {
  struct text content = {0};
  struct error error = {0};
  bool good = is_plain(file, S_IFREG) && input_read(file, &content, &error);
  if (good) digest_sha256(text_cstr(&content), content.size, digest);
  error_release(&error);
  text_release(&content);
  return good;
}

// A name in a list leads into the folder and not out of it: its folders are no links either.
static bool leads_inside(const char *folder, const char *name) {
  char path[PATH_MAX];
  if (!*name || *name == '/' || strstr(name, "..") || !place_of(folder, name, path)) return false;
  for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
    *slash = 0;
    bool plain = is_plain(path, S_IFDIR);
    *slash = '/';
    if (!plain) return false;
  }
  return true;
}

// Calls `each` with the files of the list that are as clew has made them.
static void each_of_list(const char *folder, const char *list, void (*each)(void *context, const char *path),
                         void *context) {
  for (const char *line = list; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
    size_t length = strcspn(line, "\n");
    char name[PATH_MAX], path[PATH_MAX], digest[DIGEST_DIGITS + 1];
    if (length < DIGEST_DIGITS + 2 || line[DIGEST_DIGITS] != ' ' || length - DIGEST_DIGITS > sizeof name) continue;
    memcpy(name, line + DIGEST_DIGITS + 1, length - DIGEST_DIGITS - 1);
    name[length - DIGEST_DIGITS - 1] = 0;
    if (!leads_inside(folder, name) || !place_of(folder, name, path) || !digest_of(path, digest)) continue;
    if (strncmp(digest, line, DIGEST_DIGITS) == 0) each(context, path);
  }
}

// The list of an earlier run; empty: there is none. False: the file of that name is no list of clew's.
static bool read_list(const char *folder, struct text *list, struct error *error) {
  char path[PATH_MAX];
  struct stat status;
  if (!place_of(folder, FOLDER_LIST, path) || lstat(path, &status) != 0) return true;
  bool good = S_ISREG(status.st_mode) && input_read(path, list, error) &&
              strncmp(text_cstr(list), heading, strlen(heading)) == 0;
  if (!good && !error->status)
    error_set(error, EXIT_DATA, "%s: the file is there and was not made by clew; name another folder", path);
  return good;
}

static void remove_file(void *context, const char *path) {
  (void)context;
  unlink(path);
}

// One more line. What was cut off in the middle of one is no line.
static bool add_to_list(const struct folder *folder, const char *digest, const char *name, struct error *error) {
  char path[PATH_MAX];
  struct text line = {0};
  text_printf(&line, "%s %s\n", digest, name);
  bool there = place_of(folder->path, FOLDER_LIST, path);
  int list = there ? open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC) : -1;
  bool good = list >= 0 && write(list, text_cstr(&line), line.size) == (ssize_t)line.size;
  if (list >= 0 && close(list) != 0) good = false;
  if (!good) error_set(error, EXIT_INTERNAL, "%s: cannot be written: %s", path, strerror(errno));
  text_release(&line);
  return good;
}

bool folder_open(struct folder *folder, const char *option, const char *path, struct error *error) {
  struct text list = {0};
  char file[PATH_MAX];
  struct stat status;
  folder->path = path;
  if (mkdir(path, 0777) && (errno != EEXIST || (stat(path, &status) == 0 && !S_ISDIR(status.st_mode)))) {
    error_set(error, EXIT_DATA, "%s %s: %s%s", option, path, errno == EEXIST ? "is a file; " : "cannot be made: ",
              errno == EEXIST ? "a folder is to be filled" : strerror(errno));
    return false;
  }
  bool good = read_list(path, &list, error);
  if (good) each_of_list(path, text_cstr(&list), remove_file, NULL);
  text_clear(&list);
  text_add(&list, heading);
  good = good && place_of(path, FOLDER_LIST, file) && output_write(file, &list, error);
  text_release(&list);
  return good;
}

void folder_release(struct folder *folder) {
  for (uint32_t i = 0; i < folder->own.size; i++) mem_free((char *)folder->own.data[i]);
  vec_word_release(&folder->own);
}

bool folder_make(struct folder *folder, const char *name, struct error *error) {
  char path[PATH_MAX];
  if (!place_of(folder->path, name, path)) return false;
  if (mkdir(path, 0777) == 0 || (errno == EEXIST && is_plain(path, S_IFDIR))) return true;
  error_set(error, EXIT_DATA, "%s: cannot be made: %s", path,
            errno == EEXIST ? "there is something else of that name" : strerror(errno));
  return false;
}

static bool is_own(const struct folder *folder, const char *name) {
  for (uint32_t i = folder->own.size; i-- > 0;)
    if (strcmp(folder->own.data[i], name) == 0) return true;
  return false;
}

// May the file be written? *path is its name then.
static bool may_write(const struct folder *folder, const char *name, char path[PATH_MAX], struct error *error) {
  struct stat status;
  bool inside = leads_inside(folder->path, name) && place_of(folder->path, name, path);
  if (inside && (lstat(path, &status) != 0 || (S_ISREG(status.st_mode) && is_own(folder, name)))) return true;
  error_set(error, EXIT_DATA, "%s/%s: the file is there and was not made by clew; remove it, or name another folder",
            folder->path, name);
  return false;
}

static bool note(struct folder *folder, const char *name, const char *digest, struct error *error) {
  if (!is_own(folder, name)) vec_word_push(&folder->own, mem_strdup(name));
  return add_to_list(folder, digest, name, error);
}

bool folder_write(struct folder *folder, const char *name, const struct text *text, struct error *error) {
  char path[PATH_MAX], digest[DIGEST_DIGITS + 1];
  digest_sha256(text_cstr(text), text->size, digest);
  return may_write(folder, name, path, error) && note(folder, name, digest, error) && output_write(path, text, error);
}

bool folder_write_by(struct folder *folder, const char *name,
                     bool (*write)(void *context, const char *file, struct error *error), void *context,
                     struct error *error) {
  char path[PATH_MAX], digest[DIGEST_DIGITS + 1];
  if (!may_write(folder, name, path, error) || !write(context, path, error)) return false;
  return digest_of(path, digest) && note(folder, name, digest, error);
}

void folder_remove(struct folder *folder, const char *name) {
  char path[PATH_MAX];
  if (is_own(folder, name) && place_of(folder->path, name, path) && is_plain(path, S_IFREG)) unlink(path);
}

void folder_remove_unfinished(const struct folder *folder) {
  char path[PATH_MAX], beside[PATH_MAX];
  if (!folder->path) return;
  // What is being written is the last one, or the list.
  const char *last = folder->own.size ? folder->own.data[folder->own.size - 1] : FOLDER_LIST;
  if (place_of(folder->path, last, path) && output_beside(path, beside, sizeof beside)) unlink(beside);
  if (place_of(folder->path, FOLDER_LIST, path) && output_beside(path, beside, sizeof beside)) unlink(beside);
}

struct search {
  const char *file;
  bool found;
};

static void compare(void *context, const char *path) {
  struct search *search = context;
  struct stat a, b;
  search->found |= stat(path, &a) == 0 && stat(search->file, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// PREFIX, a number, and one extension.
static bool is_numbered(const char *name, const char *prefix) {
  size_t n = strlen(prefix), digits = strncmp(name, prefix, n) == 0 ? strspn(name + n, "0123456789") : 0;
  return digits && name[n + digits] == '.' && !strchr(name + n + digits + 1, '.');
}

bool folder_keep_out(const struct folder *folder, const char *inside, const char *prefix, struct error *error) {
  char path[PATH_MAX];
  DIR *entries = place_of(folder->path, inside, path) ? opendir(path) : NULL;
  const struct dirent *entry;
  bool good = true;
  while (entries && good && (entry = readdir(entries))) {
    const char *name = entry->d_name;
    good = !is_numbered(name, prefix);
    if (!good)
      error_set(error, EXIT_DATA,
                "%s/%s: the file is there and was not made by clew; remove it, or name another folder", path, name);
  }
  if (entries) closedir(entries);
  return good;
}

bool folder_has(const char *path, const char *file) {
  struct text list = {0};
  struct error error = {0};
  struct search search = {.file = file};
  if (read_list(path, &list, &error)) each_of_list(path, text_cstr(&list), compare, &search);
  error_release(&error);
  text_release(&list);
  return search.found;
}

bool folder_has_list(const char *path) {
  char list[PATH_MAX];
  return place_of(path, FOLDER_LIST, list) && is_plain(list, S_IFREG);
}
