// See trial.h.
#include "native/trial.h"
#include "native/harness.h"
#include "native/exchange.h"
#include "native/sandbox.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

_Static_assert(sizeof(struct exchange_input) == 64 && sizeof(struct exchange_taken) == 64, "as the runtime has them");
_Static_assert(offsetof(struct exchange, covered) == 4096 + (1 << 18) * 140, "as the runtime has it");
_Static_assert(sizeof(struct trial_taken) == sizeof(struct exchange_taken), "one is read as the other");

struct trial_program {
  struct limits *limits;
  char *file, *folder;
  uint32_t n_covered;
  int shared; // the memory's file
  struct exchange *exchange;
};

// --- inputs --------------------------------------------------------------------------------------

void trial_inputs_release(struct trial_inputs *inputs) {
  vec_trial_input_release(&inputs->sequence);
  vec_trial_byte_release(&inputs->bytes);
  *inputs = (struct trial_inputs){0};
}

bool trial_is_given(const struct cfa *cfa, const struct cfa_input *input) { return harness_gives(cfa, input); }

static struct trial_input input_of(const struct cfa *cfa, const struct input_value *value) {
  struct trial_input input = {0};
  struct harness_type type;
  harness_bits(cfa, value->input, value->value, input.bits);
  if (!harness_type_of(cfa, value->input, &type)) return input;
  uint32_t narrow = (uint32_t)input.bits[0];
  if (type.member[0] == 'f') memcpy(&input.narrow, &narrow, sizeof narrow);
  else if (type.member[0] == 'd') memcpy(&input.wide, input.bits, sizeof input.wide);
  else if (type.member[0] == 'l') memcpy(&input.extended, input.bits, 10);
  return input;
}

static void add_byte(void *context, uint32_t call, uint64_t offset, uint64_t value) {
  struct trial_inputs *out = context;
  if (offset < UINT32_MAX)
    vec_trial_byte_push(&out->bytes, (struct trial_byte){call, (uint32_t)offset, (uint32_t)value});
}

void trial_inputs_of(struct cfa *cfa, const struct vec_input_value *values, struct trial_inputs *out) {
  for (uint32_t i = 0; i < values->size; i++)
    if (!values->data[i].left.depth && harness_gives(cfa, values->data[i].input))
      vec_trial_input_push(&out->sequence, input_of(cfa, &values->data[i]));
  struct claim claim = {.inputs = *values, .error_location = LOCATION_NONE};
  out->has_blocks = harness_block_bytes(cfa, &claim, add_byte, out);
}

// --- the program -----------------------------------------------------------------------------------

bool trial_program_separate(struct trial_program *p) {
  int file = memfd_create("clew-trial", MFD_CLOEXEC);
  if (file < 0) return false;
  void *memory = MAP_FAILED;
  if (!ftruncate(file, sizeof *p->exchange))
    memory = mmap(NULL, sizeof *p->exchange, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    close(file);
    return false;
  }
  if (p->exchange) {
    munmap(p->exchange, sizeof *p->exchange);
    close(p->shared);
  }
  p->shared = file;
  p->exchange = memory;
  return true;
}

struct trial_program *trial_program_new(struct cfa *cfa, struct limits *limits, const struct replay_options *options,
                                        uint32_t n_covered, struct text *message) {
  struct text file = {0};
  text_printf(&file, "%s/trial", options->temp_dir);
  struct trial_program *p = mem_zalloc(1, sizeof *p);
  *p = (struct trial_program){.limits = limits,
                              .file = mem_strdup(text_cstr(&file)),
                              .folder = mem_strdup(options->temp_dir),
                              .n_covered = n_covered,
                              .shared = -1};
  text_release(&file);
  bool good = false;
  if (n_covered > TRIAL_MOST_COVERED) text_add(message, "the program has too many branches and lines");
  else if (!trial_program_separate(p)) text_printf(message, "no shared memory: %s", strerror(errno));
  else good = replay_link(cfa, limits, options, HARNESS_TRIAL, p->file, message);
  if (good) return p;
  trial_program_free(p);
  return NULL;
}

void trial_program_free(struct trial_program *p) {
  if (!p) return;
  if (p->exchange) munmap(p->exchange, sizeof *p->exchange);
  if (p->shared >= 0) close(p->shared);
  mem_free(p->file);
  mem_free(p->folder);
  mem_free(p);
}

// --- a run -------------------------------------------------------------------------------------------

static void hand_over(struct trial_program *p, const struct trial_inputs *inputs, uint32_t most) {
  struct exchange *e = p->exchange;
  for (uint32_t i = 0; i < e->taken && i < TRIAL_MOST_INPUTS; i++) e->log[i] = (struct exchange_taken){0};
  memset(e, 0, offsetof(struct exchange, inputs));
  memset(e->covered, 0, p->n_covered);
  e->most = most < TRIAL_MOST_INPUTS ? most : TRIAL_MOST_INPUTS;
  e->given = inputs->sequence.size < TRIAL_MOST_INPUTS ? inputs->sequence.size : TRIAL_MOST_INPUTS;
  e->has_blocks = inputs->has_blocks;
  e->separate = inputs->separate;
  e->bytes = inputs->bytes.size < TRIAL_MOST_INPUTS ? inputs->bytes.size : TRIAL_MOST_INPUTS;
  for (uint32_t i = 0; i < e->given; i++) {
    const struct trial_input *from = &inputs->sequence.data[i];
    struct exchange_input *to = &e->inputs[i];
    *to = (struct exchange_input){.bits = {from->bits[0], from->bits[1]}, .wide = from->wide, .narrow = from->narrow};
    memcpy(to->extended, &from->extended, 10);
    to->in_library = from->in_library;
  }
  for (uint32_t i = 0; i < e->bytes; i++) {
    const struct trial_byte *b = &inputs->bytes.data[i];
    e->block[i] = (struct exchange_byte){b->call, b->offset, b->value};
  }
}

// Of an error only what the harness says counts: the program may write to the memory that it shares with us.
static enum trial_end end_of(enum child_end how, const struct text *said, const struct exchange *e) {
  static const enum trial_end ends[] = {TRIAL_EXITED, TRIAL_EXHAUSTED, TRIAL_ASSUMPTION, TRIAL_UNSUPPORTED};
  switch (how) {
  case CHILD_EXITED:
    if (said->size) return text_cstr(said)[0] == ' ' ? TRIAL_ERROR : TRIAL_UNSUPPORTED;
    return ends[e->end < 4 ? e->end : 3];
  case CHILD_SIGNALLED: return TRIAL_SIGNALLED;
  case CHILD_TIMED_OUT: return TRIAL_TIMED_OUT;
  case CHILD_STOPPED: return TRIAL_STOPPED;
  case CHILD_NOT_STARTED: break;
  }
  return TRIAL_FAILED;
}

void trial_run(struct trial_program *p, const struct trial_inputs *inputs, uint32_t most, double seconds,
               struct trial *out) {
  struct text said = {0};
  struct exchange *e = p->exchange;
  *out = (struct trial){0};
  hand_over(p, inputs, most);
  enum child_end how =
      sandbox_run(p->limits, p->file, p->folder, seconds, REPLAY_DESCRIPTOR, p->shared, &said, &out->status);
  out->end = end_of(how, &said, e);
  const char *line = out->end == TRIAL_ERROR ? strrchr(text_cstr(&said), '@') : NULL;
  out->line = line ? (uint32_t)strtoul(line + 1, NULL, 10) : 0;
  out->n_taken = e->taken < TRIAL_MOST_INPUTS ? e->taken : TRIAL_MOST_INPUTS;
  for (uint32_t i = 0; i < out->n_taken; i++) e->log[i].function[TRIAL_NAME] = 0; // the program may have written there
  out->taken = (const struct trial_taken *)e->log;
  out->covered = e->covered;
  text_release(&said);
}

const char *trial_end_text(const struct trial *trial, struct text *out) {
  switch (trial->end) {
  case TRIAL_EXITED: text_printf(out, "the program ended with status %d", trial->status); break;
  case TRIAL_ERROR:
    text_add(out, "the error was reached");
    if (trial->line) text_printf(out, " in line %" PRIu32, trial->line);
    break;
  case TRIAL_EXHAUSTED: text_add(out, "the program asked for more inputs than the test has"); break;
  case TRIAL_ASSUMPTION: text_add(out, "an assumption did not hold"); break;
  case TRIAL_UNSUPPORTED: text_add(out, "a model of the C library does not cover what the program does"); break;
  case TRIAL_SIGNALLED:
    text_printf(out, "the program was ended by signal %d (%s)", trial->status, strsignal(trial->status));
    break;
  case TRIAL_TIMED_OUT: text_add(out, "the program did not end in time"); break;
  case TRIAL_STOPPED: text_add(out, "the run was stopped"); break;
  case TRIAL_FAILED: text_printf(out, "the program could not be run: %s", strerror(trial->status)); break;
  }
  return text_cstr(out);
}
