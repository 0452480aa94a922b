// The process of a run of the library (include/clew.h): a fork of the host, in which nothing of the host is left that a
// verification would meet.
//
// There is no standard output in it: the document, complaints and progress have descriptors of their own, texts for
// people go nowhere.
#ifndef CLEW_LIBRARY_RUN_PROCESS_H
#define CLEW_LIBRARY_RUN_PROCESS_H
#include <sys/types.h>

// Where the host reads: a file for the JSON document ("{}": a mistake, nothing was run; empty: the process died), one
// for complaints, and a pipe for lines of progress.
struct run_channels {
  int document, messages, progress;
};

// After the fork, with all signals blocked: `words` are those of a command line of `clew verify`, `host` the process
// that forked.
_Noreturn void run_process(int n, char **words, const struct run_channels *channels, pid_t host);

#endif
