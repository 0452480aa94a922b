// The files that a run writes: none is one that it reads, and no two are the same.
#ifndef CLEW_RUN_REQUEST_FILES_H
#define CLEW_RUN_REQUEST_FILES_H
#include "cfa/cfa.h"
#include "run/request/options.h"

// Before anything runs: that every output can be written, and is neither an input nor another output. `certificate` is
// the one that `clew check` reads, or NULL.
bool outputs_check(const struct options *options, const char *certificate, struct error *error);
// An output of an earlier run must not be taken for one of this run, which may write none: it is emptied before
// anything is done, and removed at the end if it is empty still. What looks like C may be a part of the program: it
// stays until the program was read. If the run ends before that, it is removed unless a file of the command names it.
void outputs_empty_old(const struct options *options, bool is_read, uint32_t *emptied);
void outputs_keep_sources(uint32_t *emptied); // the program cannot be read: what looks like C may be why, and stays
void outputs_remove_emptied(const struct options *options, uint32_t *emptied); // no heap, no locks
// What was being written when the run was cut off is not left beside the file that it was for. No heap, no locks.
void outputs_remove_unfinished(const struct options *options);
// Once the program was read: that no output is a file that it is made of, such as a header.
bool outputs_check_sources(const struct options *options, const struct cfa *cfa, const struct vec_string *sources,
                           uint32_t *emptied, struct error *error);
// One more file for an option, when the program was read.
bool outputs_check_another(const struct options *options, const struct cfa *cfa, const char *option, const char *file,
                           struct error *error);
// The same for files that engines of a portfolio write, by the name of the option; NULL: the engine writes none.
bool outputs_check_engines(const struct options *options, const struct cfa *cfa, const struct vec_string *sources,
                           const char *option, const struct vec_string *files, struct error *error);

#endif
