// expect: false bits: both
// the member of a null pointer
// args: --check memory
// violates: valid-deref
// entry: f
// native: no
struct pair {
  int first, second;
};
int f(struct pair *p) { return p->second; }
