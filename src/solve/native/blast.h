// Terms over Bool and bit-vectors as circuits. Every term is made once and kept.
#ifndef CLEW_SOLVE_NATIVE_BLAST_H
#define CLEW_SOLVE_NATIVE_BLAST_H
#include "solve/native/gates.h"
#include "term/walk.h"

struct blaster {
  struct terms *tm;
  struct gates gates;
  struct term_memo bits;   // term → index into lits + 1; low bit first
  struct vec_lit lits;
  struct vec_lit scratch;
};

void blaster_init(struct blaster *b, struct terms *tm);
void blaster_release(struct blaster *b);
// Can the term be made a circuit: no floats, arrays or integers in it? Memoised in `known`.
bool blast_covers(struct terms *tm, struct term t, struct term_memo *known);
// The literal of a formula.
lit blast_formula(struct blaster *b, struct term formula);
// The literals of a term that was made before, or NULL.
const lit *blast_find(const struct blaster *b, struct term t);

#endif
