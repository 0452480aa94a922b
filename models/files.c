// What the system knows of files: their state, their names, and files with new names. Inputs; every call may fail. A
// file may change at any time, so that two answers need not agree.
#include "stream.h"

_Bool __clew_is_no_descriptor(int file);

// <sys/stat.h> has one structure for both kinds of positions with 64 bits, and two with 32.
struct moment {
  long seconds, nanoseconds;
};
#if __SIZEOF_LONG__ == 8
struct state {
  unsigned long device, inode, links;
  unsigned mode, user, group, padding;
  unsigned long which;
  long size, block_size, blocks;
  struct moment used, written, changed;
  long reserved[3];
};
#define state64 state
#else
struct state {
  unsigned long long device;
  unsigned short padding;
  unsigned long inode;
  unsigned mode, links, user, group;
  unsigned long long which;
  unsigned short padding2;
  long size, block_size, blocks;
  struct moment used, written, changed;
  unsigned long reserved[2];
};
struct state64 {
  unsigned long long device;
  unsigned padding;
  unsigned long inode32;
  unsigned mode, links, user, group;
  unsigned long long which;
  unsigned padding2;
  long long size;
  long block_size;
  long long blocks;
  struct moment used, written, changed;
  unsigned long long inode;
};
#endif

enum { TYPE = 0170000, FIFO = 0010000, CHARACTERS = 0020000, FOLDER = 0040000, BLOCKS = 0060000, REGULAR = 0100000 };
enum { LINK = 0120000, SOCKET = 0140000 };

// Is it a kind of file with rights? A link is none where links are followed.
static _Bool is_mode(unsigned mode, _Bool follows) {
  unsigned type = mode & TYPE;
  return mode <= 0177777 & (type == FIFO | type == CHARACTERS | type == FOLDER | type == BLOCKS | type == REGULAR |
                            type == SOCKET | (type == LINK & !follows));
}

static _Bool is_moment(struct moment m) { return m.nanoseconds >= 0 & m.nanoseconds < 1000000000; }

#define GIVE_STATE(to, follows)                                                                                        \
  do {                                                                                                                 \
    __VERIFIER_nondet_memory(to, sizeof *to);                                                                          \
    __VERIFIER_assume(is_mode(to->mode, follows) & to->size >= 0 & to->block_size > 0 & to->blocks >= 0);              \
    __VERIFIER_assume(is_moment(to->used) & is_moment(to->written) & is_moment(to->changed));                          \
  } while (0)

static int by_name(struct state *to, _Bool follows) {
  if (may_fail()) return -1;
  GIVE_STATE(to, follows);
  return 0;
}

static int by_descriptor(int file, struct state *to) {
  if (__clew_is_no_descriptor(file) || may_fail()) return -1;
  GIVE_STATE(to, 1);
  return 0;
}

enum { AT_SYMLINK_NOFOLLOW = 0x100 };

int stat(const char *name, struct state *to) { return by_name(to, 1); }
int lstat(const char *name, struct state *to) { return by_name(to, 0); }
int fstat(int file, struct state *to) { return by_descriptor(file, to); }
int fstatat(int folder, const char *name, struct state *to, int flags) {
  return by_name(to, !(flags & AT_SYMLINK_NOFOLLOW));
}
int __xstat(int version, const char *name, struct state *to) { return by_name(to, 1); }
int __lxstat(int version, const char *name, struct state *to) { return by_name(to, 0); }
int __fxstat(int version, int file, struct state *to) { return by_descriptor(file, to); }

static int by_name64(struct state64 *to, _Bool follows) {
  if (may_fail()) return -1;
  GIVE_STATE(to, follows);
  return 0;
}

int stat64(const char *name, struct state64 *to) { return by_name64(to, 1); }
int lstat64(const char *name, struct state64 *to) { return by_name64(to, 0); }
int fstatat64(int folder, const char *name, struct state64 *to, int flags) {
  return by_name64(to, !(flags & AT_SYMLINK_NOFOLLOW));
}
int fstat64(int file, struct state64 *to) {
  if (__clew_is_no_descriptor(file) || may_fail()) return -1;
  GIVE_STATE(to, 1);
  return 0;
}

// Names.

enum { LONGEST_PATH = 4096 };

// As many bytes of the name behind a link as there is room for; no terminator.
ssize_t readlink(const char *name, char *to, size_t room) {
  if (room == 0) {
    *__errno_location() = EINVAL;
    return -1;
  }
  if (may_fail()) return -1;
  ssize_t n = number_between(1, room < LONGEST_PATH ? (long)room : LONGEST_PATH - 1);
  __VERIFIER_nondet_memory(to, (size_t)n);
  for (ssize_t i = 0; i < n; i++) __VERIFIER_assume(to[i] != 0);
  return n;
}

ssize_t readlinkat(int folder, const char *name, char *to, size_t room) { return readlink(name, to, room); }

// A path from the root, in a block of 4096 bytes of the caller's or in a new one.
char *realpath(const char *name, char *to) {
  if (!name) {
    *__errno_location() = EINVAL;
    return 0;
  }
  if (may_fail()) return 0;
  if (!to) to = __clew_malloc(LONGEST_PATH);
  __VERIFIER_nondet_memory(to, LONGEST_PATH - 1);
  __VERIFIER_assume(to[0] == '/');
  to[LONGEST_PATH - 1] = 0;
  return to;
}

char *canonicalize_file_name(const char *name) { return realpath(name, 0); }

// New names: XXXXXX at the end, before a suffix of the given length, becomes letters and digits.
static _Bool make_name(char *pattern, int suffix) {
  size_t n = 0;
  while (pattern[n]) n++;
  _Bool good = suffix >= 0 && n >= 6 + (size_t)suffix;
  for (int i = 1; good && i <= 6; i++) good = pattern[n - (size_t)suffix - (size_t)i] == 'X';
  if (!good) *__errno_location() = EINVAL;
  if (!good || may_fail()) return 0;
  char *from = pattern + n - (size_t)suffix - 6;
  __VERIFIER_nondet_memory(from, 6);
  for (int i = 0; i < 6; i++) {
    char c = from[i];
    __VERIFIER_assume((c >= '0' & c <= '9') | (c >= 'A' & c <= 'Z') | (c >= 'a' & c <= 'z'));
  }
  return 1;
}

int __clew_new_descriptor(void);

int mkstemps(char *pattern, int suffix) {
  return make_name(pattern, suffix) ? __clew_new_descriptor() : -1;
}
int mkstemp(char *pattern) { return mkstemps(pattern, 0); }
int mkstemp64(char *pattern) { return mkstemps(pattern, 0); }
int mkostemp(char *pattern, int flags) { return mkstemps(pattern, 0); }

char *mkdtemp(char *pattern) {
  return make_name(pattern, 0) ? pattern : 0;
}

// Folders. What is in one is an input; an entry lives until the next one of its folder is read.

struct entry {
  unsigned long inode;
  long place;
  unsigned short size;
  unsigned char type;
  char name[256];
};
#if __SIZEOF_LONG__ == 8
#define entry64 entry
#else
struct entry64 {
  unsigned long long inode;
  long long place;
  unsigned short size;
  unsigned char type;
  char name[256];
};
#endif
typedef struct folder {
  union {
    struct entry one;
    struct entry64 one64;
  } now;
} DIR;

DIR *opendir(const char *name) { return may_fail() ? 0 : __clew_scratch(sizeof(DIR)); }

static _Bool has_entry(void) {
  if (__VERIFIER_nondet_bool()) return 1;
  set_errno_unless_zero(possible_error());   // the end, or an error
  return 0;
}

#define READ(entry)                                                                                                    \
  if (!has_entry()) return 0;                                                                                          \
  __VERIFIER_nondet_memory(entry, sizeof *entry);                                                                      \
  __VERIFIER_assume(entry->name[0] != 0 & entry->size > 0 & entry->size <= sizeof *entry);                             \
  __VERIFIER_assume(entry->type < 16);                                                                                 \
  entry->name[sizeof entry->name - 1] = 0;                                                                             \
  return entry;

struct entry *readdir(DIR *folder) { READ((&folder->now.one)) }
struct entry64 *readdir64(DIR *folder) { READ((&folder->now.one64)) }
void rewinddir(DIR *folder) { (void)*(volatile char *)folder; }
int closedir(DIR *folder) {
  (void)*(volatile char *)folder;
  __clew_ends(folder);
  return may_fail() ? -1 : 0;
}

#define NOT_COVERED(head, what)                                                                                        \
  head {                                                                                                               \
    __clew_unsupported(what);                                                                                          \
    return 0;                                                                                                          \
  }
NOT_COVERED(char *tmpnam(char *to), "a name that no file has")
NOT_COVERED(char *tempnam(const char *folder, const char *prefix), "a name that no file has")
NOT_COVERED(char *mktemp(char *pattern), "a name that no file has")
