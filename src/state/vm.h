// Concrete runs at full speed: the program on plain 64-bit words, for searches that run it very often.
//
// A run means what state_replay means by the same inputs, which is the reference (tests/unit/test_vm.c compares them):
// the code of a location is the one that states are executed with (code/code.h), translated into one stream of
// instructions over one table of words. Every variable has its word there, and so have constants and intermediate
// results. A function's locals have fixed places, too: a call of an active function saves them. Memory is pages
// of words. Nothing is allocated for a step, and no term is made.
//
// What does not fit into words (values wider than 64 bits, an array that is needed in two versions at a time) is
// refused: the run ends where it is needed. Uninitialised memory and variables are zero.
#ifndef CLEW_STATE_VM_H
#define CLEW_STATE_VM_H
#include "state/state.h"

struct vm;

// Callbacks of a run.
struct vm_host {
  void *context;
  // The bits for the nth input of the run, counted as state_replay does; those that the sort has not are cut off. The
  // same each time it is asked for before the next one.
  uint64_t (*input)(void *context, uint32_t nth, const struct cfa_input *input);
  // At a loop head where an input was read since the last visit, and whenever it is one of the first visits of the run.
  // May be NULL.
  void (*head)(void *context, struct location head);
};

// The program and the host are borrowed. `most_words`: what memory, saved frames and inputs may take.
struct vm *vm_new(struct program *program, const struct vm_host *host, size_t most_words);
void vm_free(struct vm *vm);

void vm_restart(struct vm *vm); // to the entry of main: the hits are zero again
enum vm_event {
  VM_ERROR, // at an error location
  VM_END, // the run ended without one
  VM_REFUSED, // the next step is not supported here, or not modelled at all
  VM_BUDGET, // so many edges were taken: it goes on from there
};
enum vm_event vm_run(struct vm *vm, uint64_t max_steps);
void vm_stop(struct vm *vm); // for a host: the run that asked it ends with VM_BUDGET after its next edge

struct location vm_location(const struct vm *vm);
uint64_t vm_steps(const struct vm *vm); // edges taken since the start of the run
uint64_t vm_work(const struct vm *vm); // instructions of all runs, about; what a start costs counts, too
uint32_t vm_inputs_read(const struct vm *vm); // by edges
bool vm_is_decided(const struct vm *vm); // no input was looked at: there is no other run up to here
// The inputs of the run, as a claim and state_replay want them, appended.
void vm_input_values(const struct vm *vm, struct vec_input_value *values);
// The nth of them, as bits.
const struct cfa_input *vm_input(const struct vm *vm, uint32_t nth, uint64_t *bits);
// How often each edge was taken in this run, by edge, and the edges that were, in the order of their first time.
const uint32_t *vm_hits(const struct vm *vm);
const struct vec_u32 *vm_taken(const struct vm *vm);
// The value of a variable, of the innermost frame of its function. False: it is no word.
bool vm_value(const struct vm *vm, uint32_t var, uint64_t *bits);
// A hash of the variables of the innermost function and the globals, memory not included.
uint64_t vm_hash(const struct vm *vm);

#endif
