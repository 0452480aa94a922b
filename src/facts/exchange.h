// Facts as text, for other processes that work on the same program, in whatever form its automaton has there.
//
// A record is a line: a kind, a place, and a formula in the text of the automaton's expressions
// (cfa/text/expression.h), or values of variables as unsigned numbers:
//     proven main:12:5@7 x >= 0
//     candidate main:12:5@7 x == 2 * y
//     reached main:12:5@7 x = 3, y = 4294967295
// A place is a loop head. Function, line and column are for people; the number after @ is the location's own
// (cfa_location.number), which large-block encoding and slicing do not change, so that it is the same place of the
// program in all forms.
//
// A record speaks of the location's own function and of globals. A variable that no edge reads is not spoken of:
// slicing has taken its updates away, here or there, so that what holds of it in one form does not in another. What a
// receiver cannot place or read it leaves out, and counts.
//
// A fact proven by another process counts as proven here (facts_prove): an engine that builds a certificate on it must
// prove it again, as with all proven facts, and all conjuncts of one proof come in one batch, so that they are
// inductive together. Candidates come as those of SOURCE_SHARED; one that a reached state refutes is as good as any
// other, as a predicate.
#ifndef CLEW_FACTS_EXCHANGE_H
#define CLEW_FACTS_EXCHANGE_H
#include "base/text/text.h"
#include "facts/facts.h"

// Kinds of records, as bits: the words of option --share.
enum {
  EXCHANGE_PROVEN = 1,
  EXCHANGE_CANDIDATES = 2,
  EXCHANGE_REACHED = 4,
  EXCHANGE_ALL = 7,
};

struct exchange; // remembers the facts that were sent
struct exchange *exchange_new(struct facts *f, struct cfa *cfa, uint32_t kinds);
void exchange_free(struct exchange *x);
// Appends records of the facts that are new since the last call, without those that came from other processes.
void exchange_export(struct exchange *x, struct text *out);
// Takes records in; returns how many were new here.
uint32_t exchange_import(struct exchange *x, const char *records);

struct exchange_counts {
  uint64_t sent[3], taken[3]; // by kind, in the order of the bits
  uint64_t unread; // records that could not be placed or read
  uint64_t unsent; // facts that no record can say
};
struct exchange_counts exchange_count(const struct exchange *x); // for tests

#endif
