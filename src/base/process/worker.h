// A process that works beside this one and talks with it: a forked copy that goes on in a function of ours, with a
// channel in both directions. (base/process/child.h has the other kinds of children, and what they have in common holds
// here: it leads a group of its own, its memory counts, it dies with this process.)
//
// A message is a kind, one byte, and a text of any length. The worker waits for messages; this process never does: it
// polls all its workers at once, and a worker that does not read does not hold it up.
//
// Unlike other forks a worker has limits of its own: it calls limits_start itself, may start children, and ends by
// _exit. Its end is reported, with its status; it never ends this process.
#ifndef CLEW_BASE_PROCESS_WORKER_H
#define CLEW_BASE_PROCESS_WORKER_H
#include "base/process/limits.h"
#include "base/text/text.h"

struct worker; // as its parent sees it
struct channel; // as the worker sees it

typedef void worker_function(void *context, struct channel *channel);
struct worker *worker_start(struct limits *limits, worker_function *work, void *context); // NULL: errno says why
void worker_send(struct worker *w, char kind, const char *text, size_t size); // queued where it cannot be written now
// The next message that has come, if any: its kind, its text in *text (cleared before); 0: none.
char worker_receive(struct worker *w, struct text *text);
// Waits until a message of a worker has come or one has ended, or the time (clock_now) has passed.
void worker_wait(struct limits *limits, uint32_t n, struct worker *const *workers, double until);
void worker_suspend(struct worker *w); // with its children
void worker_resume(struct worker *w);
// Has it ended? *status: its exit status, or the signal it died of, negative.
bool worker_has_ended(struct worker *w, int *status);
// Resident bytes, with its children; 0: not known. Pages that it shares with others count in full, which is quick, or,
// exactly, by its part.
size_t worker_memory(const struct worker *w, bool exact);
double worker_cpu(const struct worker *w); // seconds on the processor so far, with the children that it has now
// Kills it with its children, if it lives, and frees it. Nothing is left behind.
void worker_free(struct worker *w);

// In the worker: both wait until it is done. False: the parent is gone.
bool channel_send(struct channel *c, char kind, const char *text, size_t size);
bool channel_receive(struct channel *c, char *kind, struct text *text);

#endif
