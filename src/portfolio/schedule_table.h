// Schedules as people read and write them: a text, of which the built-in one (default.schedule) is an example.
//
//     # comments and empty lines
//     schedule machines when loops >= 1 and branches > 100
//       4 cpa
//       2 symexpa --threshold 1
//       1 random
//     schedule other
//       3 symexpa
//       1 cpa
//
// The first schedule whose condition holds is taken; one without a condition always fits. A condition is comparisons of
// features (features.def) with numbers (>=, >, <=, <, =), joined by `and`. Below it, a line for each worker: its share
// of the effort, its engine, and options of the engine as on the command line. Workers are started in the order of the
// lines.
#ifndef CLEW_PORTFOLIO_SCHEDULE_TABLE_H
#define CLEW_PORTFOLIO_SCHEDULE_TABLE_H
#include "base/error.h"
#include "base/memory/vec.h"
#include "portfolio/features.h"
#include "engine/engine.h"

struct schedule_entry {
  uint32_t share; // at least 1
  const struct engine *engine;
  void *options; // a block of the engine's table, owned by the entry
  char *words; // the line without the share: "symexpa --threshold 1"
  char *values; // where values of the options stand
};
VEC_TYPE(vec_schedule_entry, struct schedule_entry)

struct schedule_table {
  struct vec_schedule_entry entries; // of the schedule that was taken
  char *name; // of it
  char *condition; // of it: "when loops >= 1"; NULL: none
};

extern const char schedule_default_text[]; // default.schedule

// Reads the text, all of it, and takes the first schedule that fits. False: `error` says file, line and what was
// expected; also where no schedule fits.
bool schedule_table_read(struct schedule_table *table, const char *file, const char *text,
                         const struct features *features, struct error *error);
void schedule_table_release(struct schedule_table *table);

#endif
