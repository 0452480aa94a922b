// Lines of the source files, read on demand: for traces.
#include "report/trace.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define SOURCE_BYTES_MAX (64L << 20)

struct source_file {
  bool tried;
  char *content;            // each line ends with NUL; NULL: cannot be read
  struct vec_u32 starts;    // offset of each line
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
    mem_free(files->files[i].content);
    vec_u32_release(&files->files[i].starts);
  }
  mem_free(files->files);
  mem_free(files);
}

// Blanks and tabs at the start go, control characters become blanks: the line is going to a terminal.
static void split_lines(struct source_file *file, size_t length) {
  size_t start = 0;
  for (size_t i = 0; i <= length; i++) {
    unsigned char c = (unsigned char)file->content[i];
    if (i < length && c != '\n') {
      if (c < ' ' || c == 127) file->content[i] = ' ';
      continue;
    }
    size_t end = i;
    file->content[end] = 0;
    while (end > start && file->content[end - 1] == ' ') file->content[--end] = 0;
    while (file->content[start] == ' ') start++;
    vec_u32_push(&file->starts, (uint32_t)start);
    start = i + 1;
  }
}

static void read_source(const char *name, struct source_file *file) {
  file->tried = true;
  struct stat status;
  FILE *in = fopen(name, "r");
  if (!in) return;
  if (!fstat(fileno(in), &status) && S_ISREG(status.st_mode) && status.st_size <= SOURCE_BYTES_MAX) {
    file->content = mem_zalloc((size_t)status.st_size + 1, 1);
    split_lines(file, fread(file->content, 1, (size_t)status.st_size, in));
  }
  fclose(in);
}

const char *source_line(struct source_files *files, uint32_t index, uint32_t line) {
  if (!files || index >= files->size || !line) return NULL;
  struct source_file *file = &files->files[index];
  if (!file->tried) read_source(files->cfa->files.data[index], file);
  return line <= file->starts.size ? file->content + file->starts.data[line - 1] : NULL;
}
