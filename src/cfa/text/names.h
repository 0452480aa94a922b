// Names of the text format, as print.c writes and read.c reads them.
#ifndef CLEW_CFA_TEXT_NAMES_H
#define CLEW_CFA_TEXT_NAMES_H
#include "cfa/cfa.h"

bool cfa_is_symbol_char(char c); // of SMT-LIB's simple symbols
// "->", ".." and "?": a name that is one of them is written |between bars|.
bool cfa_is_mark(const char *word, size_t length);
// What `name` means inside a function: a global or a variable of the function by its unique name, or else the
// function's variable whose unique name is "function::name". CFA_NONE: nothing.
uint32_t cfa_resolve(const struct cfa *cfa, uint32_t function, const char *name);
// L0, L1, …: the labels of locations that have no name of their own.
bool cfa_is_plain_label(const char *label);

extern const char *const cfa_var_kind_names[]; // by enum cfa_var_kind
extern const char *const cfa_input_kind_names[]; // by enum cfa_input_kind
extern const char *const cfa_location_kind_names[]; // by enum cfa_location_kind

#endif
