// Recordings of queries: what was asked, in its order, to be asked again of another set-up.
//
// A recording is a text file. Terms are written once, when they are first needed, children before parents, so that a
// long run of related queries stays small. After the header line each line is one of
//     s ID SORT                    a sort, in SMT-LIB
//     t ID KIND SORT-ID …          a term: an operator's name (its numbers where it has any, then the ids of its
//     children); `value`
//                                  with a hexadecimal number (bits of a bit-vector or float, an integer with its sign);
//                                  `var` with a name, in which bytes that are not printable and % are %XX
//     l ID LIST ID …               lists of conjuncts: LIST (0 is the empty one) with the first term added is list ID,
//     that with the
//                                  second added is list ID + 1, and so on
//     p LIST ID                    a query about a path: its conjuncts and the condition
//     b LIST                       a conjunction that reached the back end
//     # …                          a comment
// Ids count from 1 in the order of the file; sorts, terms and lists apart. Paths share their beginnings, so that lists,
// too, cost what is new in them. Queries appear in the order in which they were asked: those that a query about a path
// gave rise to follow it.
//
// A reader makes the terms anew in a table of its own, which may rewrite them.
#ifndef CLEW_SOLVE_RECORDING_H
#define CLEW_SOLVE_RECORDING_H
#include "base/error.h"
#include "term/term.h"

// --- writing ------------------------------------------------------------------------------
struct record;

// NULL if the file cannot be written.
struct record *record_open(struct terms *tm, const char *file);
void record_close(struct record *r); // NULL is fine
void record_path(struct record *r, uint32_t n, const struct term *conjuncts, struct term condition);
void record_backend(struct record *r, uint32_t n, const struct term *conjuncts);

// --- reading ------------------------------------------------------------------------------
struct recorded_query {
  struct term condition; // none: a query to the back end
  uint32_t list;
};
struct recorded_list {
  struct term last;
  uint32_t rest, size;
};
VEC_TYPE(vec_recorded_query, struct recorded_query)
VEC_TYPE(vec_recorded_list, struct recorded_list)

struct recording {
  struct vec_recorded_query queries;
  struct vec_recorded_list lists; // [0] is the empty one
};

// False: *error names the file, the line and what is wrong.
bool recording_read(struct recording *recording, struct terms *tm, const char *file, struct error *error);
void recording_release(struct recording *recording);
// The conjuncts of a query, without the condition, in their order; replaces what `out` holds.
void recording_conjuncts(const struct recording *recording, const struct recorded_query *q, struct vec_term *out);

#endif
