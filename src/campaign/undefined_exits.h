// Undefined-behaviour exits: an access outside its object, a null pointer or a division by zero ends a path, and the
// code behind it is not checked on that path. A TRUE names these places, as far as a short search finds them.
#ifndef CLEW_CAMPAIGN_UNDEFINED_EXITS_H
#define CLEW_CAMPAIGN_UNDEFINED_EXITS_H
#include "cfa/pass/markers.h"
#include "run/job.h"

// A place where a path ends in undefined behaviour.
struct undefined_exit {
  const char *text; // "an access outside `a`"
  struct source_place place;
};
VEC_TYPE(vec_undefined_exit, struct undefined_exit)

struct undefined_exits {
  struct cfa *cfa; // the automaton with these exits as errors, owned; NULL: there was no search
  struct vec_undefined_exit list; // its texts live as long as the cfa
  bool complete; // the search was exhaustive
  bool by_column; // each place is listed, not one for each line and text
  struct vec_marker markers; // whether checks are tested and assumptions passed; files as the job's automaton has them
};

// After a checked verdict TRUE; costs a small part of the time that the verdict took.
void undefined_exits_find(struct job *job, struct undefined_exits *exits);
// The same with so many seconds of the processor, each place by its column, and without markers.
void undefined_exits_find_each(struct job *job, struct undefined_exits *exits, double seconds);
void undefined_exits_release(struct undefined_exits *exits);

#endif
