// A control group (version 2) for a program and everything that it starts: the kernel counts its processor time, also
// that of processes that nobody waits for, and kills all of it at once.
//
// It is made below the group that this process is in, where that is allowed: for root, or where a systemd unit
// delegates
// (`systemd-run --user --scope -p Delegate=yes clew bench ...`). Nothing is moved or limited, so that a group works
// without any controller.
#ifndef CLEW_BASE_PROCESS_CONTROL_GROUP_H
#define CLEW_BASE_PROCESS_CONTROL_GROUP_H
#include <limits.h>
#include <stdbool.h>

struct control_group {
  char path[PATH_MAX]; // "": there is none
};

// A new group for the caller's children.
bool control_group_make(struct control_group *group);
bool control_group_enter(const struct control_group *group); // this process; its children are in it from then on
// Seconds on the processor of all that is or was in it. False: not counted here.
bool control_group_cpu(const struct control_group *group, double *seconds);
void control_group_kill(const struct control_group *group); // SIGKILL to all of it
void control_group_remove(struct control_group *group); // when nothing is in it any more
// Can groups be made here?
bool control_group_works(void);

#endif
