// expect: true|unknown bits: both
// pointers from outside that are not null are not near null: parameters, what a function without a body returns
// args: --check memory
// entry: f
// native: no
struct pair {
  int first, second;
};
extern struct pair *find(void);
int f(struct pair *p) {
  struct pair *q = find();
  return (p ? p->second : 0) ^ (q ? q->first : 0);
}
