// Recordings of queries: what was asked, in its order, to be asked again of another set-up.
//
// A recording is a text file. Terms are written once, when they are first needed, children before parents, so that a
// long run of related queries stays small. After the header line each line is one of
//     s ID SORT                    a sort, in SMT-LIB
//     t ID KIND SORT-ID …          a term: an operator's name (its numbers where it has any, then the ids of its children); `value`
//                                  with a hexadecimal number (bits of a bit-vector or float, an integer with its sign);
//                                  `var` with a name, in which bytes that are not printable and % are %XX
//     p =N ID … | ID               a query about a path: the first N conjuncts of the query about a path before this one,
//                                  further conjuncts, and the condition
//     b =N ID …                    a conjunction that reached the back end: the first N of the one before, and further ones
//     # …                          a comment
// Ids count from 1 in the order of the file, sorts and terms apart. Queries appear in the order in which they were asked: those
// that a query about a path gave rise to follow it.
//
// A reader makes the terms anew in a table of its own, which may rewrite them.
#ifndef CLEW_SOLVE_RECORD_H
#define CLEW_SOLVE_RECORD_H
#include "base/error.h"
#include "term/term.h"

// --- writing ------------------------------------------------------------------------------
struct record;

// NULL if the file cannot be written.
struct record *record_open(struct terms *tm, const char *file);
void record_close(struct record *r);                                  // NULL is fine
void record_path(struct record *r, uint32_t n, const struct term *conjuncts, struct term condition);
void record_backend(struct record *r, uint32_t n, const struct term *conjuncts);

// --- reading ------------------------------------------------------------------------------
struct recorded_query {
  struct term condition;      // none: a query to the back end
  uint32_t kept;              // so many conjuncts are those of the last query of its kind
  uint32_t first, added;      // the further ones: recording.conjuncts[first …]
};
VEC_TYPE(vec_recorded_query, struct recorded_query)

struct recording {
  struct vec_recorded_query queries;
  struct vec_term conjuncts;
};

// False: *error names the file, the line and what is wrong.
bool recording_read(struct recording *recording, struct terms *tm, const char *file, struct error *error);
void recording_release(struct recording *recording);
// Changes `conjuncts` from those of the last query of its kind into those of this one, without the condition.
void recording_step(const struct recording *recording, const struct recorded_query *q, struct vec_term *conjuncts);

#endif
