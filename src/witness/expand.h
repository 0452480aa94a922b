// What the preprocessor makes of a program with a witness in it. The texts of a witness are put into a program before
// the preprocessor runs, so that macros, those of headers and of the command line too, may change what they are, and
// they may change what macros of the program do. It is not guessed: both forms of a file are preprocessed, without the
// witness and with each of its texts between marks, and compared.
#ifndef CLEW_WITNESS_EXPAND_H
#define CLEW_WITNESS_EXPAND_H
#include "witness/instrument.h"

// The file without the witness, and with each text between marks: to be preprocessed.
void expand_print(const struct instrumentation *inst, uint32_t file, bool marked, struct text *out);
// Compares what became of them. Notes which points are there (inst.seen), and what cannot be told
// (inst.unsupported). False with a message: an expression is, behind its macros, none that may be used.
bool expand_judge(struct instrumentation *inst, uint32_t file, const struct text *plain, const struct text *marked,
                  struct error *error);

#endif
