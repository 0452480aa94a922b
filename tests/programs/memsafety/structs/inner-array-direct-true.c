// expect: true bits: both
// the index leaves the inner array, but not the global structure, which is what counts here
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
struct {
  char name[4];
  char tag[4];
} g;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 8) g.name[i] = 'x';
  return g.tag[0];
}
