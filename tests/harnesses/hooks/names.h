#ifndef NAMES_H
#define NAMES_H
// A list of copied strings that gets its memory from the functions it is given.
#include <stddef.h>

struct hooks {
  void *(*allocate)(size_t);
  void (*release)(void *);
};

struct names {
  struct hooks hooks;
  char **all;
  size_t count, capacity;
};

void names_init(struct names *names, const struct hooks *hooks); // without hooks: malloc and free
int names_add(struct names *names, const char *name);
void names_release(struct names *names);

#endif
