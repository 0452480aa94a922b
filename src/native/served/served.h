// A program that one locked-in process runs again and again, thousands of times a second: for searches by concrete runs
// (engine/fuzz).
//
// The program tells the edges that it takes and what it compares (front_write_traced), takes its inputs from memory
// that it shares with us, by the function that gives them and in order, and is put back to where it began after each
// run (runtime.c): its memory is what it was then. Where that cannot be done, because the program has more of a state
// than memory, each run has a process of its own. Nothing that it tells is believed: an error that is found is
// confirmed as any other.
#ifndef CLEW_NATIVE_SERVED_SERVED_H
#define CLEW_NATIVE_SERVED_SERVED_H
#include "native/replay.h"

enum { SERVED_SOURCES = 64, SERVED_VALUES = 1 << 16, SERVED_EDGES = 1 << 18 };

// The memory that is shared, as the runtime declares it.
struct served_source {
  char name[44]; // of the function
  uint32_t kind; // enum served_kind, or bits of an integer
  uint32_t offset, count, asked; // where its values are, how many; how many were asked for in the run
  uint32_t address;
};
enum served_kind { SERVED_FLOAT = 132, SERVED_DOUBLE = 164, SERVED_EXTENDED = 180, SERVED_POINTER = 200 };
struct served_compared {
  uint64_t a, b;
  uint32_t bits, unused;
};
struct served_texts {
  unsigned char a[32], b[32];
  uint32_t n_a, n_b;
};
enum { SERVED_COMPARED = 4096, SERVED_TEXTS = 256, SERVED_BLOCKS = 256 };
struct served_exchange {
  uint32_t sources, end, line, status, most, taken, compares, n_compared, n_texts, blocks, once, n_touched;
  uint32_t arguments, argument_length, unused[2];
  int64_t left;
  char what[64];
  struct served_source source[SERVED_SOURCES];
  uint32_t block[SERVED_BLOCKS];
  struct served_compared compared[SERVED_COMPARED];
  struct served_texts text[SERVED_TEXTS];
  uint64_t values[SERVED_VALUES];
  uint32_t touched[SERVED_EDGES];
  unsigned char map[SERVED_EDGES];
  uint64_t place[1 << 10];
};

enum served_end {
  SERVED_EXITED,
  SERVED_EXHAUSTED, // it asks for more inputs than it may
  SERVED_ASSUMPTION, // one does not hold
  SERVED_UNSUPPORTED, // what models do not do
  SERVED_ERROR, // an error function or a failed check: `what` and `line` of the exchange
  SERVED_CUT, // it took as many edges as it may
  SERVED_SIGNALLED,
  SERVED_DIED, // with its process
  SERVED_TIMED_OUT, // it waits for something
  SERVED_STOPPED, // the limits of our own run were reached
  SERVED_FAILED, // no process could be started
};

struct served_program;
// Links it. `options` name the bitcode that front_write_traced wrote; `alone`: each run gets a process of its own. NULL: `message` says why; or the limits were
// reached.
struct served_program *served_program_new(struct cfa *cfa, struct limits *limits, const struct replay_options *options,
                                          uint32_t edges, bool alone, struct text *message);
void served_program_free(struct served_program *p);
// Values, offsets and counts of sources are set by the caller before a run; all else by the run.
struct served_exchange *served_exchange(struct served_program *p);
// `edges`: at most so many; `most`: inputs in all; `compares`: comparisons are told, too.
enum served_end served_run(struct served_program *p, uint64_t edges, uint32_t most, bool compares);
double served_seconds(const struct served_program *p); // of the processor, so far
bool served_alone(const struct served_program *p); // each run has a process of its own

#endif
