// The files that a run writes: none is one that it reads, and no two are the same.
#ifndef CLEW_CLI_OUTPUTS_H
#define CLEW_CLI_OUTPUTS_H
#include "cfa/cfa.h"
#include "cli/options.h"
#include "engine/auto/table.h"

// Before anything runs: that every output can be written, and is neither an input nor another output. `certificate` is
// the one that `clew check` reads, or NULL.
bool outputs_check(const struct options *options, const char *certificate, struct error *error);
// An output of an earlier run must not be taken for one of this run, which may write none: it is emptied before
// anything is done, and removed at the end if it is empty still. What looks like C may be a part of the program: it
// stays until the program was read.
void outputs_empty_old(struct options *options, bool is_read);
void outputs_remove_emptied(struct options *options); // no heap, no locks
// What was being written when the run was cut off is not left beside the file that it was for. No heap, no locks.
void outputs_remove_unfinished(const struct options *options);
// Once the program was read: that no output is a file that it is made of, such as a header.
bool outputs_check_sources(struct options *options, const struct cfa *cfa, const struct vec_string *sources,
                           struct error *error);
// One more file for an option, when the program was read.
bool outputs_check_another(const struct options *options, const struct cfa *cfa, const char *option, const char *file,
                           struct error *error);
// The same for files that the lines of a schedule write.
bool outputs_check_schedule(const struct options *options, const struct cfa *cfa, const struct vec_string *sources,
                            const struct vec_schedule_entry *lines, struct error *error);

#endif
