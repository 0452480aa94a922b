// The program's words for what the automaton has: objects and fields for places in memory, sentences for what the
// tables of the checks say. For people: what is written here is not read back.
#ifndef CLEW_CFA_TEXT_WORDS_H
#define CLEW_CFA_TEXT_WORDS_H
#include "cfa/text/expression.h"

struct layout_object;
// The object that is the region's, by its name: an object of the program at a fixed address. NULL: none, or several.
const struct layout_object *words_object(const struct cfa *cfa, uint32_t region);
// An address in an object of the program: "&r.head". False: it is in none.
bool words_address(const struct cfa *cfa, uint64_t address, struct text *out);
bool words_is_sizes(const struct cfa *cfa, uint32_t region); // the table of the sizes of objects

// A formula that holds: one conjunct after the other, and sentences where one says what C has no words for: "`buf` has
// 8 bytes". What is only about how the checks keep their tables is left out. It may be that nothing is left.
void words_formula(struct cfa *cfa, uint32_t function, struct term formula, struct text *out);

#endif
