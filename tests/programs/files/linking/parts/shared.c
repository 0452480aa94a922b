// Part of multi-tentative: a struct that points to a global of a third file.
struct shared { int n; int *to; };
extern int count;
struct shared shared = {3, &count};
