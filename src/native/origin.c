// Only the harness can report an error.
//
// The program under test shares its process with the harness. What it knows (it can read all of its memory) is worth
// nothing: the kernel lets a single instruction write to the descriptor of the report. This is the system call in front
// of the entry point (hooks.c), and the image's code and constants stay as they were loaded: they are neither unmapped
// nor mapped over nor made writable. No other code can have the descriptor under another number (sandbox.c), and no
// other program is executed in the process.
//
// What remains: a program that sets its own program counter to the harness's error function, by a call of a computed
// address, by assembly or by the context of a signal. Such a run has called the error function.
#include "native/sandbox.h"
#include <elf.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

// --- the image ----------------------------------------------------------------------

static const uint64_t page = 4096;

static void add_segment(struct sandbox_image *image, uint64_t from, uint64_t size, uint32_t flags) {
  if (flags & PF_W || !size) return;
  uint64_t begin = from / page * page, end = (from + size + page - 1) / page * page;
  if (!image->end || begin < image->begin) image->begin = begin;
  if (end > image->end) image->end = end;
}

static bool read_at(FILE *file, uint64_t at, void *to, size_t size) {
  return fseek(file, (long)at, SEEK_SET) == 0 && fread(to, 1, size, file) == size;
}

// In front of the entry point: the system call, two more bytes, and the last of them returns.
static bool is_report(FILE *file, uint64_t at, bool is64) {
  static const unsigned char wide[] = {0x0f, 0x05, 0x90, 0xc3}, narrow[] = {0xcd, 0x80, 0x5b, 0xc3};
  unsigned char code[4];
  return read_at(file, at - sizeof code, code, sizeof code) && memcmp(code, is64 ? wide : narrow, sizeof code) == 0;
}

static bool read_segments64(FILE *file, struct sandbox_image *image) {
  Elf64_Ehdr header;
  bool found = false;
  if (!read_at(file, 0, &header, sizeof header)) return false;
  for (uint32_t i = 0; i < header.e_phnum; i++) {
    Elf64_Phdr segment;
    if (!read_at(file, header.e_phoff + i * sizeof segment, &segment, sizeof segment)) return false;
    if (segment.p_type != PT_LOAD) continue;
    add_segment(image, segment.p_vaddr, segment.p_memsz, segment.p_flags);
    uint64_t into = header.e_entry - segment.p_vaddr;
    if (into >= 4 && into < segment.p_filesz) found = is_report(file, segment.p_offset + into, true);
  }
  image->report = header.e_entry - 2;
  return found;
}

static bool read_segments32(FILE *file, struct sandbox_image *image) {
  Elf32_Ehdr header;
  bool found = false;
  if (!read_at(file, 0, &header, sizeof header)) return false;
  for (uint32_t i = 0; i < header.e_phnum; i++) {
    Elf32_Phdr segment;
    if (!read_at(file, header.e_phoff + i * sizeof segment, &segment, sizeof segment)) return false;
    if (segment.p_type != PT_LOAD) continue;
    add_segment(image, segment.p_vaddr, segment.p_memsz, segment.p_flags);
    uint32_t into = header.e_entry - segment.p_vaddr;
    if (into >= 4 && into < segment.p_filesz) found = is_report(file, segment.p_offset + into, false);
  }
  image->report = header.e_entry - 2;
  return found;
}

bool sandbox_image_read(const char *program, struct sandbox_image *image) {
  *image = (struct sandbox_image){0};
  unsigned char ident[EI_NIDENT];
  FILE *file = fopen(program, "r");
  if (!file) return false;
  bool good = read_at(file, 0, ident, sizeof ident) && memcmp(ident, ELFMAG, SELFMAG) == 0;
  if (good) good = ident[EI_CLASS] == ELFCLASS64 ? read_segments64(file, image) : read_segments32(file, image);
  fclose(file);
  // The filter compares halves: the program is linked at low addresses (replay.c).
  good = good && image->begin && image->end <= UINT32_MAX && image->begin < image->end;
  if (!good) errno = ENOEXEC;
  return good;
}

// --- the filter ---------------------------------------------------------------------

enum { FILTER_SIZE = 512 };

struct filter {
  struct sock_filter code[FILTER_SIZE];
  uint32_t n;
};

static void add(struct filter *f, struct sock_filter instruction) {
  if (f->n < FILTER_SIZE) f->code[f->n] = instruction;
  f->n++;
}

#define LOW_HALF(i) ((uint32_t)(offsetof(struct seccomp_data, args) + (i) * sizeof(uint64_t)))
#define HIGH_HALF(i) (LOW_HALF(i) + 4)

static void load(struct filter *f, uint32_t at) { add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at)); }
static void skip(struct filter *f, uint16_t how, uint32_t value, uint8_t yes, uint8_t no) {
  add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, value, yes, no));
}
static void end_with(struct filter *f, uint32_t result) {
  add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, result));
}
static void deny(struct filter *f, int error) { end_with(f, SECCOMP_RET_ERRNO | (uint32_t)error); }
static void allow(struct filter *f) { end_with(f, SECCOMP_RET_ALLOW); }

// What follows, up to end_call, is about this system call; it ends in a result.
static uint32_t begin_call(struct filter *f, uint32_t number) {
  load(f, offsetof(struct seccomp_data, nr));
  skip(f, BPF_JEQ, number, 0, 0);
  return f->n - 1;
}

static void end_call(struct filter *f, uint32_t begin) {
  if (begin < FILTER_SIZE) f->code[begin].jf = (uint8_t)(f->n - begin - 1);
}

// Another instruction writes to the descriptor: as if it were not open.
static void lock_write(struct filter *f, uint32_t number, const struct sandbox_image *image, int descriptor) {
  uint32_t begin = begin_call(f, number);
  load(f, LOW_HALF(0)); // the kernel looks at this half only
  skip(f, BPF_JEQ, (uint32_t)descriptor, 1, 0);
  allow(f);
  load(f, offsetof(struct seccomp_data, instruction_pointer));
  skip(f, BPF_JEQ, (uint32_t)image->report, 0, 3);
  load(f, offsetof(struct seccomp_data, instruction_pointer) + 4);
  skip(f, BPF_JEQ, 0, 0, 1);
  allow(f);
  deny(f, EBADF);
  end_call(f, begin);
}

// Denied if the range of addresses touches the image; otherwise the filter goes on behind.
static void lock_range(struct filter *f, const struct sandbox_image *image, uint32_t address, uint32_t length) {
  uint32_t low = (uint32_t)image->begin, high = (uint32_t)image->end;
  load(f, HIGH_HALF(address));
  skip(f, BPF_JEQ, 0, 0, 12);
  load(f, LOW_HALF(address));
  skip(f, BPF_JGE, high, 10, 0);
  skip(f, BPF_JGE, low, 8, 0);
  // Below: the length against what is between the two.
  add(f, (struct sock_filter)BPF_STMT(BPF_MISC | BPF_TAX, 0));
  add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_IMM, low));
  add(f, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_SUB | BPF_X, 0));
  add(f, (struct sock_filter)BPF_STMT(BPF_MISC | BPF_TAX, 0));
  load(f, HIGH_HALF(length));
  skip(f, BPF_JEQ, 0, 0, 2);
  load(f, LOW_HALF(length));
  add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_X, 0, 0, 1));
  deny(f, EACCES);
}

static void lock_change(struct filter *f, uint32_t number, const struct sandbox_image *image) {
  uint32_t begin = begin_call(f, number);
  lock_range(f, image, 0, 1);
  allow(f);
  end_call(f, begin);
}

// Without MAP_FIXED nothing that is there is replaced.
static void lock_map(struct filter *f, uint32_t number, const struct sandbox_image *image) {
  uint32_t begin = begin_call(f, number);
  load(f, LOW_HALF(3));
  skip(f, BPF_JSET, MAP_FIXED, 1, 0);
  allow(f);
  lock_range(f, image, 0, 1);
  allow(f);
  end_call(f, begin);
}

static void lock_move(struct filter *f, uint32_t number, const struct sandbox_image *image) {
  enum { REMAP_FIXED = 2 };
  uint32_t begin = begin_call(f, number);
  lock_range(f, image, 0, 1);
  load(f, LOW_HALF(3));
  skip(f, BPF_JSET, REMAP_FIXED, 1, 0);
  allow(f);
  lock_range(f, image, 4, 2);
  allow(f);
  end_call(f, begin);
}

static void lock_always(struct filter *f, uint32_t number, int error) {
  uint32_t begin = begin_call(f, number);
  deny(f, error);
  end_call(f, begin);
}

// Once, by who has the ticket: a program's memory is gone then, and nothing of the new one knows it.
static void lock_execute(struct filter *f, uint32_t number, uint64_t ticket) {
  uint32_t begin = begin_call(f, number);
  load(f, LOW_HALF(SANDBOX_TICKET));
  skip(f, BPF_JEQ, (uint32_t)ticket, 0, 3);
  load(f, HIGH_HALF(SANDBOX_TICKET));
  skip(f, BPF_JEQ, (uint32_t)(ticket >> 32), 0, 1);
  allow(f);
  deny(f, EACCES);
  end_call(f, begin);
}

// The numbers of the two kinds of system calls; mmap with its arguments in memory cannot be looked at.
enum { WIDE_WRITE = 1, WIDE_MMAP = 9, WIDE_MPROTECT = 10, WIDE_MUNMAP = 11, WIDE_MREMAP = 25, WIDE_EXECVE = 59 };
enum { WIDE_REMAP_FILE = 216, WIDE_EXECVEAT = 322, WIDE_PKEY_MPROTECT = 329 };
enum { NARROW_WRITE = 4, NARROW_EXECVE = 11, NARROW_OLD_MMAP = 90, NARROW_MUNMAP = 91, NARROW_MPROTECT = 125 };
enum { NARROW_MREMAP = 163, NARROW_MMAP = 192, NARROW_REMAP_FILE = 257, NARROW_EXECVEAT = 358 };
enum { NARROW_PKEY_MPROTECT = 380 };

static void lock_wide(struct filter *f, const struct sandbox_image *image, int descriptor, uint64_t ticket) {
  lock_write(f, WIDE_WRITE, image, descriptor);
  lock_map(f, WIDE_MMAP, image);
  lock_change(f, WIDE_MPROTECT, image);
  lock_change(f, WIDE_PKEY_MPROTECT, image);
  lock_change(f, WIDE_MUNMAP, image);
  lock_move(f, WIDE_MREMAP, image);
  lock_always(f, WIDE_REMAP_FILE, ENOSYS);
  lock_execute(f, WIDE_EXECVE, ticket);
  lock_always(f, WIDE_EXECVEAT, EACCES);
  allow(f);
}

static void lock_narrow(struct filter *f, const struct sandbox_image *image, int descriptor) {
  lock_write(f, NARROW_WRITE, image, descriptor);
  lock_map(f, NARROW_MMAP, image);
  lock_always(f, NARROW_OLD_MMAP, ENOSYS);
  lock_change(f, NARROW_MPROTECT, image);
  lock_change(f, NARROW_PKEY_MPROTECT, image);
  lock_change(f, NARROW_MUNMAP, image);
  lock_move(f, NARROW_MREMAP, image);
  lock_always(f, NARROW_REMAP_FILE, ENOSYS);
  lock_always(f, NARROW_EXECVE, EACCES);
  lock_always(f, NARROW_EXECVEAT, EACCES);
  allow(f);
}

bool sandbox_lock_report(const struct sandbox_image *image, int descriptor, uint64_t ticket) {
  struct filter f = {.n = 0};
  load(&f, offsetof(struct seccomp_data, arch));
  skip(&f, BPF_JEQ, AUDIT_ARCH_X86_64, 1, 0);
  add(&f, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0));
  uint32_t other = f.n - 1;
  lock_wide(&f, image, descriptor, ticket);
  f.code[other].k = f.n - other - 1; // any other than these two ends the run (sandbox.c)
  lock_narrow(&f, image, descriptor);
  struct sock_fprog program = {.len = (unsigned short)f.n, .filter = f.code};
  return f.n <= FILTER_SIZE && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
