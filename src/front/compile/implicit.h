// What clang's messages tell of a file: functions that are called without a declaration, and side effects that C gives
// no order. Kept with bitcode, judged once all files are linked.
#ifndef CLEW_FRONT_COMPILE_IMPLICIT_H
#define CLEW_FRONT_COMPILE_IMPLICIT_H
#include "base/text/text.h"
#include "front/llvm.h"

struct front;

struct implicit_call {
  char *name, *place; // owned; the place as clang says it: "file:line:column"
  bool has_type; // clang knew the function's real type
  bool is_unsequenced; // no call: the variable has side effects without an order between them
};
VEC_TYPE(vec_implicit, struct implicit_call)

void implicit_read(const char *messages, struct vec_implicit *out); // from clang's messages, each name once
bool implicit_needs_types(struct front *f, const struct vec_implicit *calls); // would an int be wrong for one of them?
void implicit_declare(const struct vec_implicit *calls, struct text *out); // inputs, by the type that the name says
bool implicit_judge(struct front *f, const struct vec_implicit *calls); // once all is linked: warnings, or an error
void implicit_assume(struct front *f); // an order where C gives none, in functions that are reached
void implicit_release(struct vec_implicit *calls);
void implicit_write(const struct vec_implicit *calls, struct text *out); // a line each, for implicit_parse
void implicit_parse(const char *text, size_t size, struct vec_implicit *out);
void implicit_move(struct vec_implicit *from, struct vec_implicit *to);

#endif
