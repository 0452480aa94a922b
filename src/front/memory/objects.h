// The C objects of the program: which of them become variables of the automaton, one for each scalar part, and which
// live in memory, at which address (objects.c); their C types, for reports (shapes.c).
#ifndef CLEW_FRONT_MEMORY_OBJECTS_H
#define CLEW_FRONT_MEMORY_OBJECTS_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;

struct cell {
  uint64_t offset;
  uint32_t size; // bytes
  LLVMTypeRef type;
  uint32_t var;
  bool maybe_uninit; // a read may come before any write
};
VEC_TYPE(vec_cell, struct cell)

struct object {
  LLVMValueRef value; // alloca or global
  LLVMTypeRef type;
  uint64_t size; // bytes, 0 if it is not constant
  bool in_memory;
  struct vec_cell cells; // ascending by offset, when not in memory
  uint64_t address; // static address, 0 if it has none
  uint32_t address_var; // variable that holds the address, or CFA_NONE
  const char *name, *ctype;
  LLVMMetadataRef debug_type; // NULL if unknown
  bool is_model; // it is the models' own
  struct source_place place;
  LLVMValueRef function; // NULL for globals
};
VEC_TYPE(vec_object, struct object)

void objects_find(struct front *f);
void looked_at_find(struct front *f); // looked.c: floats that live in memory, as the program looks at their bits
bool objects_mark_unwritten(struct front *f); // for the points-to analysis; true: something new
void objects_make_vars(struct front *f);
uint64_t object_place(struct front *f, uint64_t size, uint64_t align); // a static address
// What one of a size known elsewhere only gets; else 0.
uint64_t object_room(struct front *f, const struct object *object);
struct object *object_of(struct front *f, LLVMValueRef value);
bool global_is_private(LLVMValueRef global); // Can no other file name it?
// The object and constant offset that a pointer is, if it is a direct one.
struct object *object_at(struct front *f, LLVMValueRef pointer, uint64_t *offset);
bool object_has(const struct object *object, uint64_t offset, uint64_t bytes); // Are they inside of it?
uint32_t object_cell(const struct object *object, uint64_t offset, uint32_t size); // index or CFA_NONE

void shapes_collect(struct front *f); // C types and objects, for reports

#endif
