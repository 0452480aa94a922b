// See temp.h. Folders are read with the bare system call because opendir()
// needs the heap, which may be what has just run out.
#include "base/file/temp.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct raw_entry {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

bool temp_make(struct temp *temp, struct error *error) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  char resolved[PATH_MAX]; // the program under test runs in another folder
  int n = snprintf(temp->path, sizeof temp->path, "%s/clew-XXXXXX", realpath(parent, resolved) ? resolved : parent);
  if (n < 0 || (size_t)n >= sizeof temp->path) {
    temp->path[0] = 0;
    error_set(error, EXIT_INTERNAL, "TMPDIR is too long a path");
    return false;
  }
  if (mkdtemp(temp->path)) return true;
  error_set(error, EXIT_INTERNAL, "cannot make a temporary folder in %s: %s", parent, strerror(errno));
  temp->path[0] = 0;
  return false;
}

// Folders are nested only a few levels deep; the bound guards the stack, which may be that of a signal handler.
enum { DEPTH = 12 };
static void remove_inside(int folder, int depth) {
  char buffer[2048] __attribute__((aligned(8)));
  long n;
  while ((n = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    bool removed = false;
    for (long at = 0; at < n;) {
      struct raw_entry *entry = (struct raw_entry *)(buffer + at);
      at += entry->length;
      if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
      if (unlinkat(folder, entry->name, 0) == 0) {
        removed = true;
        continue;
      }
      if (depth == 0) continue;
      int inner = openat(folder, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      remove_inside(inner, depth - 1);
      close(inner);
      if (unlinkat(folder, entry->name, AT_REMOVEDIR) == 0) removed = true;
    }
    // Entries may be passed over when others are removed: read again from the start until nothing more goes.
    if (removed) lseek(folder, 0, SEEK_SET);
  }
}

void temp_remove(struct temp *temp) {
  if (!temp->path[0]) return;
  int folder = open(temp->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder >= 0) {
    remove_inside(folder, DEPTH);
    close(folder);
  }
  rmdir(temp->path);
  temp->path[0] = 0;
}
