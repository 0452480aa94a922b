// Where paths end in silence: an access outside its object, a null pointer, a division by zero end a path, and whatever
// comes behind is not checked. A TRUE says where that happens, as far as a short search finds it.
#ifndef CLEW_CAMPAIGN_UNDEFINED_EXITS_H
#define CLEW_CAMPAIGN_UNDEFINED_EXITS_H
#include "cfa/pass/markers.h"
#include "run/job.h"

// Where a path ends in undefined behaviour.
struct path_end {
  const char *text; // "an access outside `a`"
  struct source_place place;
};
VEC_TYPE(vec_path_end, struct path_end)

struct path_ends {
  struct cfa *cfa; // the automaton of ends, owned; NULL: there was no search
  struct vec_path_end list; // its texts live as long as the cfa
  bool complete; // the search came to its end
  bool by_column; // each place is told, also where another one of the line ends paths in the same way
  struct vec_marker probes; // whether checks are tested and assumptions passed; files as the job's automaton has them
};

// After a verdict TRUE that was settled; costs a small part of the time that the verdict took.
void ends_find(struct job *job, struct path_ends *ends);
// The same with so many seconds of the processor, each place by its column, and without probes.
void ends_find_each(struct job *job, struct path_ends *ends, double seconds);
void ends_release(struct path_ends *ends);

#endif
