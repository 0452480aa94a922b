// The parts of a harness: the C text, or object file, that a program is linked with to be run on inputs. Each part is
// made by the file that its section names.
#ifndef CLEW_NATIVE_HARNESS_H
#define CLEW_NATIVE_HARNESS_H
#include "base/process/child.h"
#include "native/replay.h"

// How a value is handed to C: the type of a function that returns it, and the
// member of the harness's `union clew_value` that holds it.
struct harness_type {
  const char *name, *member;
};

// values.c. False if no C function can return such a value.
bool harness_type_of(const struct cfa *cfa, const struct cfa_input *input, struct harness_type *type);
// The value as a C initialiser for the member, exactly.
void harness_literal(const struct cfa *cfa, const struct cfa_input *input, struct term value, struct text *out);
// The same as the bits of the union: 16 bytes, of which a 32-bit program has 12.
void harness_bits(const struct cfa *cfa, const struct cfa_input *input, struct term value, uint64_t out[2]);
// What a harness is for: a person, a replay of clew's own, trials (trial.h), or many runs in one process
// (served/served.h).
enum harness_use { HARNESS_PERSON, HARNESS_REPLAY, HARNESS_TRIAL, HARNESS_SERVED };
// memory.c: the heap, and the values of uninitialised memory. As C; what of it is the same for all claims; the rest.
struct object;
void harness_memory(const struct cfa *cfa, const struct replay_options *options, const struct claim *claim, bool own,
                    struct text *out);
void harness_memory_runtime(uint32_t bits, enum harness_use use, struct text *out);
void harness_memory_object(const struct cfa *cfa, const struct replay_options *options, const struct claim *claim,
                           struct object *o);
// blocks.c: memory that is an input.
void harness_blocks(struct cfa *cfa, const struct claim *claim, struct text *out);
void harness_blocks_runtime(uint32_t bits, struct text *out);
void harness_blocks_object(struct cfa *cfa, const struct claim *claim, struct object *o);
// dialects.c: what other verifiers' harnesses call, for whoever compiles the program.
void harness_dialects(const struct cfa *cfa, struct text *out);
// What the copy of a program (front_write_copy) needs of its harness.
void harness_copy(struct text *out);
// fills.c: contents of objects that the program does not initialise (`in_copy`: those that only a copy of the program
// asks for, too).
void harness_fills(struct cfa *cfa, const struct claim *claim, bool in_copy, struct text *out);
void harness_fills_runtime(uint32_t bits, struct text *out);
void harness_meanings(struct text *out); // meanings.c: what checks mean, the same for all claims
void harness_fills_object(struct cfa *cfa, const struct claim *claim, struct object *o);
// arguments.c: those of main.
void harness_arguments(const struct cfa *cfa, const struct claim *claim, bool own, struct text *out);
void harness_arguments_runtime(struct text *out);
void harness_arguments_object(const struct cfa *cfa, const struct claim *claim, struct object *o);
// outside.c: files, the standard input, the environment.
void harness_outside(const struct replay_outside *outside, struct text *out);
// The harness for clew's own run. A function without a body is defined there as HARNESS_STUB followed by its name,
// and the table of inputs has its values if the linker defines HARNESS_USE followed by its name. `defined` gets the
// names of the functions that the harness has, stubs among them without the prefix; borrowed.
#define HARNESS_STUB "clew_stub_"
#define HARNESS_USE "clew_use_"
void harness_own(struct cfa *cfa, const struct replay_options *options, const struct claim *claim,
                 struct vec_string *defined, struct text *out);
// The same in two object files, without a compiler: what is the same for all claims was compiled when clew was built
// (runtime.h), the tables and functions of this claim are written as an object file into `out`. False if that cannot be
// done; then the harness is compiled.
bool harness_object(struct cfa *cfa, const struct replay_options *options, enum harness_use use,
                    const struct claim *claim, struct vec_string *defined, struct text *out);
// How calls take their inputs, and the functions of assert.h (harness_take.c).
void harness_take_runtime(enum harness_use use, struct text *out);
// The C file that the first is compiled from.
void harness_runtime(uint32_t bits, int descriptor, enum harness_use use, struct text *out);
// The second half of the file: how a call of an error function, or what makes the run useless, is reported to clew: a
// line of ' ', the error and its line number, or of '!' and why. Only the harness can write it (origin.c).
#define REPLAY_DESCRIPTOR 198 // a trial has its memory in the next one
void harness_hooks(uint32_t bits, int descriptor, enum harness_use use, struct text *out);
// Definitions of symbols that the linker misses and the harness has no stub for: zeroed objects for variables of the
// program, functions otherwise. One that clew's own machine has in its libraries, though not for this data model,
// ends the run.
void harness_stubs(const struct cfa *cfa, const struct vec_string *symbols, struct text *out);
// Adds a name unless it is there; is it new?
bool harness_add_name(struct vec_string *names, const char *name);
// approximate.c: functions on the claim's path whose results the automaton leaves open though the machine computes
// them, unless they are among `invented`.
void claim_approximations(struct cfa *cfa, const struct claim *claim, const struct vec_string *invented,
                          struct vec_string *names);
// A name that a C file can define.
bool harness_is_identifier(const char *name);

#endif
