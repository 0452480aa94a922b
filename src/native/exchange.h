// A trial's runtime, and the memory that a trial shares with clew.
#ifndef CLEW_NATIVE_EXCHANGE_H
#define CLEW_NATIVE_EXCHANGE_H
#include "native/harness.h"
#include "native/replay.h"

// trial_runtime.c: parts of the harness's runtime.
void trial_runtime_take(int descriptor, struct text *out);
void trial_runtime_giver(const char *type, const char *member, const char *name, struct text *out);
void trial_runtime_pointer(struct text *out);
void trial_runtime_blocks(struct text *out);
// The memory that a trial shares with us: as its runtime declares it.
#define TRIAL_MOST_COVERED (1u << 24)
struct exchange {
  uint32_t given, most, has_blocks, bytes, taken, end, separate, unused[1017];
  struct exchange_input {
    uint64_t bits[2];
    char extended[16];
    double wide;
    float narrow;
    uint32_t in_library, unused[4];
  } inputs[1 << 18];
  struct exchange_taken {
    char function[47], in_library;
    uint64_t bits[2];
  } log[1 << 18];
  struct exchange_byte {
    uint32_t call, offset, value;
  } block[1 << 18];
  unsigned char covered[TRIAL_MOST_COVERED];
};
// replay.c: links the program with the harness for trials, or that of served programs, into the file. The program was
// written to the options' bitcode.
bool replay_link(struct cfa *cfa, struct limits *limits, const struct replay_options *options, enum harness_use use,
                 const char *file, struct text *message);
// blocks.c: bytes that the claim has for memory that is an input, each: of which call, where, what.
typedef void harness_byte_each(void *context, uint32_t call, uint64_t offset, uint64_t value);
bool harness_block_bytes(struct cfa *cfa, const struct claim *claim, harness_byte_each *each, void *context);
// harness.c: does a function of the harness give the program this value? What a run has of its own is not given.
bool harness_gives(const struct cfa *cfa, const struct cfa_input *input);

#endif
