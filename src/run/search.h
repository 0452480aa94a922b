// An automaton that engines search: its code, the facts about it, the locations that were reached. The one place where
// what an engine is given (struct run_setting) is put together.
#ifndef CLEW_RUN_SEARCH_H
#define CLEW_RUN_SEARCH_H
#include "run/job.h"

struct search {
  struct job *job; // whose program it is; NULL: another automaton
  struct cfa *cfa;
  struct limits *limits;
  struct stats *stats;
  uint64_t seed;
  struct program *program; // NULL: it is not open
  struct facts *facts;
  unsigned char *reached; // by location
};

// Of the job's program, or of another automaton with statistics of its own; both are borrowed.
void search_open(struct search *search, struct job *job);
void search_open_other(struct search *search, struct job *job, struct cfa *cfa, struct stats *stats);
void search_close(struct search *search);
struct run_setting search_setting(const struct search *search, struct solver_config solver,
                                  struct run_listener listener);

#endif
