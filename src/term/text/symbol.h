// What print.c and parse.c agree on about SMT-LIB symbols.
#ifndef CLEW_TERM_TEXT_SYMBOL_H
#define CLEW_TERM_TEXT_SYMBOL_H
#include "base/text/text.h"
#include <stdbool.h>
#include <stddef.h>

bool symbol_char(char c);
// A variable's name; between bars where it is not a plain symbol or would be read as something else.
void symbol_print(const char *name, struct text *out);
// 0 to 4 for RNE, RNA, RTP, RTN, RTZ and their long names, else -1.
int symbol_rounding_mode(const char *name, size_t length);

#endif
