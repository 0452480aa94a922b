// The results of several runs of one request (campaign/rounds.h), rendered as one: the counterexample of the first
// violation at length, the others in short, one document, one page, one witness for each violation.
//
// A run had an automaton of its own, which is gone when the next one begins. So its part is made while the automaton
// is there, as values: its text, its document, and files with the data of its page and its witness. The whole is
// rendered from them at the end.
#ifndef CLEW_REPORT_ROUND_REPORTS_H
#define CLEW_REPORT_ROUND_REPORTS_H
#include "campaign/rounds.h"
#include "report/html.h"

struct round_reports {
  struct verifier *v;
  struct job *job;
  uint32_t rounds;
  struct text text; // of the first round with a violation, or else of the first of all: the one that is shown at length
  json_t *document; // of the same
  enum reason reason; // of the same, if it did not decide
  bool has_violation; // it was one with a violation
  json_t *counterexamples;
  json_t *found; // by check: the index of its counterexample, or null
  uint32_t proofs; // rounds with a proof
  struct vec_html_round pages; // of rounds that decided something, or failed to for good
  uint64_t page_bytes; // of all of them
  uint64_t last_bytes; // of the last
  struct vec_ptr witnesses; // by such a round: the name of its witness, owned
  int failed; // the exit status of files that could not be written; 0: none
  struct text written; // sentences: which files were written
};

void round_reports_init(struct round_reports *r, struct verifier *v);
// The verifier has the result of the round, if it has one, and the job its automaton.
void round_reports_add(struct round_reports *r, const struct round *round);
double round_reports_seconds(const struct round_reports *r); // that it takes to present them and one round more
// All of it, to where the request wants it. `why`: the run ended so early that there is nothing. The exit status.
int round_reports_present(struct round_reports *r, enum reason why);
void round_reports_release(struct round_reports *r);

#endif
