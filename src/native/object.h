// A relocatable object file (ELF, x86) made by hand: data with pointers in it, and functions of a few instructions
// that pass a string on. For the tables of the harness, where starting a compiler would take longer than all the rest.
#ifndef CLEW_NATIVE_OBJECT_H
#define CLEW_NATIVE_OBJECT_H
#include "base/text/text.h"
#include "base/memory/vec.h"
#include <stdbool.h>

enum object_section { OBJECT_UNDEFINED, OBJECT_CODE, OBJECT_DATA };

struct object_symbol {
  uint32_t name; // in `names`
  enum object_section section;
  uint64_t offset;
  bool is_weak;
};
VEC_TYPE(vec_object_symbol, struct object_symbol)

struct object_relocation {
  uint64_t offset;
  uint32_t symbol; // of ELF's table
  uint32_t type;
  int64_t addend;
};
VEC_TYPE(vec_object_relocation, struct object_relocation)

struct object {
  bool is64;
  struct text code, data, names;
  struct vec_object_symbol symbols;
  struct vec_object_relocation in_code, in_data;
};

void object_init(struct object *o, bool is64);
void object_release(struct object *o);
// Symbols are defined where the section ends now. The number of a symbol, for what refers to it.
uint32_t object_define(struct object *o, const char *name, enum object_section section, bool weak);
uint32_t object_refer(struct object *o, const char *name, bool weak);
// Data, at its end.
void object_align(struct object *o, uint32_t bytes);
void object_number(struct object *o, uint64_t value, uint32_t bytes); // up to 8
void object_pointer(struct object *o, uint32_t symbol, uint64_t addend);
// Where in the data it is.
uint64_t object_string(struct object *o, const char *string);
// The address of something in the data.
void object_data_pointer(struct object *o, uint64_t at);
// Code: a function that calls another with the address of something in the data, and returns what that returns.
void object_pass(struct object *o, const char *name, uint64_t at, uint32_t callee);
// … that returns 0.
void object_return_zero(struct object *o, const char *name);
// The file's content.
void object_print(const struct object *o, struct text *out);

#endif
