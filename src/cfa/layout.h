// C types and objects of a program as debug information has them: reports name memory by variables, elements and
// fields. Nothing that is proved rests on it, and it is no part of the text format.
//
// Types are numbered; 0 is a type of which nothing is known. A type may refer to itself through pointers.
#ifndef CLEW_CFA_LAYOUT_H
#define CLEW_CFA_LAYOUT_H
#include "cfa/cfa.h"

enum layout_kind {
  LAYOUT_UNKNOWN,
  LAYOUT_INTEGER,
  LAYOUT_BOOL,
  LAYOUT_CHAR, // plain char; the other character types hold numbers as often
  LAYOUT_FLOAT,
  LAYOUT_ENUM, // members: the constants, with their values as offsets
  LAYOUT_POINTER, // base: what it points to
  LAYOUT_FUNCTION,
  LAYOUT_ARRAY, // base: the elements; size 0: not constant
  LAYOUT_STRUCT,
  LAYOUT_UNION,
};

struct layout_member {
  const char *name; // "" in an anonymous structure
  uint32_t type;
  uint64_t offset; // bytes
  uint32_t bit, bits; // of a bit-field, from the byte at `offset` on; bits 0: none
};
VEC_TYPE(vec_layout_member, struct layout_member)

struct layout_type {
  enum layout_kind kind;
  const char *name; // as C says it
  uint64_t size; // bytes
  bool is_unsigned;
  uint32_t base;
  uint32_t first, count; // members
};
VEC_TYPE(vec_layout_type, struct layout_type)

// An object that lives in memory.
struct layout_object {
  const char *name; // "" of a literal
  const char *function; // NULL: a global
  uint32_t type;
  uint64_t address, size; // address 0: made when the function is entered, and
  struct term address_var; // this variable holds it then
  struct source_place place;
  bool is_hidden; // of a model, or made by the compiler
  bool is_literal; // a string constant
  bool is_zero; // of a global: it starts with zeros
  const char *text; // of a global that starts with a string: its bytes, or NULL
  uint64_t length; // of them
};
VEC_TYPE(vec_layout_object, struct layout_object)

// What a parameter of the automaton is of a parameter in C: all of it, or some bytes of a structure.
struct layout_param {
  const char *name; // NULL: nothing that C knows
  uint32_t type;
  uint64_t offset;
  bool is_address; // of a structure passed in memory
};
VEC_TYPE(vec_layout_param, struct layout_param)

// What a variable of the automaton is that is no scalar of C: bytes of an object, with several fields or bit-fields.
struct layout_part {
  const char *name; // of the object
  uint32_t type; // of the object
  uint64_t offset, size; // of the bytes
};
VEC_TYPE(vec_layout_part, struct layout_part)

struct layout {
  struct vec_layout_type types;
  struct vec_layout_member members;
  struct vec_layout_object objects;
  struct vec_layout_param params;
  struct vec_layout_part parts;
  struct map_u32 type_of; // term of a variable, of a result, or of the address of a new block → type
  struct map_u32 hidden; // terms of variables that are the models' own
  struct map_u32 param_of; // term of a parameter → index into params + 1
  struct map_u32 part_of; // term of a variable → index into parts + 1
  struct map_u32 initial_of; // term of a global variable → the constant that it starts with
};

struct layout *layout_new(void);
void layout_free(struct layout *layout);
const struct layout_type *layout_type(const struct layout *layout, uint32_t type);
uint32_t layout_type_of(const struct layout *layout, struct term variable); // 0: unknown; `layout` may be NULL
const struct layout_part *layout_part_of(const struct layout *layout, struct term variable); // NULL: it is none
// The innermost element or field at `offset` that has at least `size` bytes, reached from the type; *offset becomes the
// place within it. What leads there is appended to `path` (may be NULL): "[3].x". Of a bit-field, which has no bytes of
// its own, the structure is found that it is in.
uint32_t layout_walk(const struct layout *layout, uint32_t type, uint64_t *offset, uint64_t size, struct text *path);
// The scalars of a type, bit-fields among them, that have some of the bytes: each as a member of the type, with what
// leads to it as its name. Of a union only the first member is looked at.
typedef void layout_scalar_each(void *context, const struct layout_member *scalar);
void layout_scalars(const struct layout *layout, uint32_t type, uint64_t offset, uint64_t size,
                    layout_scalar_each *each, void *context);
// Appends the variables that edges give values to (variable → 1). Of one that does not matter slicing has left no
// update: what holds of it in the automaton says nothing of the program.
void layout_find_assigned(const struct cfa *cfa, struct map_u32 *assigned);
// Is everything in the formula something that the user wrote and that the automaton still has? What the compiler and
// the models make is not, results of functions have no name, and memory counts only where it is one object.
bool layout_is_source(const struct cfa *cfa, const struct map_u32 *assigned, struct term formula);

#endif
