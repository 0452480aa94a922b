// Facts as text, for other processes that work on the same program, in whatever form its automaton has there.
//
// A record is a line: a kind, a place, a formula in the text of the automaton's expressions (cfa/expression.h):
//     proven main:#1 x >= 0 && x <= n
//     candidate main:#1 x == 2 * y
//     reached main:#1 x = 3, y = 6
//     unreachable main:17:5 ...
// Places are named as in precision files (facts/precision.h: a function and the number of its loop), so that they mean
// the same in an automaton in large-block encoding. What a receiver cannot place or read it leaves out.
//
// What is proven elsewhere is taken as proven here (facts_prove), with its origin: who builds a certificate on it must
// be able to prove it again, as with all proven facts, and all conjuncts of one proof come in one batch, so that they
// are inductive together.
#ifndef CLEW_FACTS_EXCHANGE_H
#define CLEW_FACTS_EXCHANGE_H
#include "base/text.h"
#include "facts/facts.h"

// Kinds of records, as bits: the words of option --share.
enum {
  EXCHANGE_PROVEN = 1,
  EXCHANGE_CANDIDATES = 2,
  EXCHANGE_REACHED = 4,
  EXCHANGE_UNREACHABLE = 8,
  EXCHANGE_ALL = 15,
};

struct exchange; // remembers what was sent and what came
struct exchange *exchange_new(struct facts *f, struct cfa *cfa, uint32_t kinds);
void exchange_free(struct exchange *x);
// Appends records of what is new in the facts since the last call, but for what came from others.
void exchange_export(struct exchange *x, struct text *out);
// Takes records in; returns how many were new here.
uint32_t exchange_import(struct exchange *x, const char *records);

struct exchange_counts {
  uint64_t sent[4], taken[4], unread; // by kind, in the order of the bits
};
struct exchange_counts exchange_count(const struct exchange *x);

#endif
