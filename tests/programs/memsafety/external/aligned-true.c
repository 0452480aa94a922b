// expect: true bits: both
// external pointers that are not null are aligned, and lead to objects of their types: no caller could pass others
// args: --check memory,ub
// entry: f
// native: no
struct pair {
  int first;
  int second[3];
};
extern struct pair *find(void);
extern int *shared;
int f(struct pair *p, int (*g)(int)) {
  struct pair *q = find();
  if (p) p->second[1] = 3;
  return (q ? q->first : 0) ^ (shared ? *shared : 0) ^ (g ? g(1) : 0);
}
