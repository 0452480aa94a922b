// The arguments of main.
#ifndef CLEW_FRONT_START_ARGUMENTS_H
#define CLEW_FRONT_START_ARGUMENTS_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;

bool arguments_mark(struct front *f); // for the points-to analysis
LLVMValueRef arguments_list(struct front *f); // argv, or NULL
struct arguments_place { // of the strings: the k-th, for k < count, is at text + k * stride
  uint64_t text, stride, count;
};
struct arguments_place arguments_place(const struct front *f);
bool arguments_counted(struct front *f); // Is the first parameter of the entry function argc?
struct term arguments_count(struct front *f,
                            struct cfa_edge *e); // argc, an input of the edge; none: it has no such parameters
// The k-th argument of the function; none: it is arbitrary.
struct term arguments_value(struct front *f, LLVMValueRef function, uint32_t k, struct term argc);
// What a region holds of argv and the strings when the program starts.
// The region's initial memory with null in argv[argc], where argc may be beyond what arguments_cells has.
struct term arguments_end(struct front *f, uint32_t root, struct term argc, struct term memory);
void arguments_cells(struct front *f, uint32_t root, struct term argc, void *context,
                     void (*each)(void *context, uint64_t address, struct term bits));

#endif
