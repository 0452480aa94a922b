// --entry: the function where execution starts, and the types and sizes of its parameters: `parse`, or `parse(char
// buf[n + 1], size_t n)`.
//
//   entry     = ( NAME | NAME "(" [ parameter { "," parameter } ] ")" ) [ ":" precondition ]
//   parameter = { WORD | "*" } NAME [ "[" size "]" ]
//   size      = operand | operand "+" operand | operand "*" operand; at most one operand is a parameter's name
#ifndef CLEW_RUN_REQUEST_ENTRY_H
#define CLEW_RUN_REQUEST_ENTRY_H
#include "base/error.h"
#include "front/front.h"

struct entry {
  char *function;
  bool has_parameters; // they are stated, if there are any
  bool has_strings; // a parameter is said to be a `string`, or `valid`
  const char *precondition; // behind a colon, in the text that was read; NULL: none
  uint32_t precondition_column;
  struct vec_front_parameter parameters; // owned, with their strings
};
// False: the text is none, `error` says why. To be released in any case.
bool entry_read(struct entry *entry, const char *text, struct error *error);
void entry_release(struct entry *entry);

#endif
