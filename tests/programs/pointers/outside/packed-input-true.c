// expect: true bits: both
// the same with a structure that is not packed: C gives no meaning to a pointer that is not aligned
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
extern void *__VERIFIER_nondet_pointer(void);
struct P {
  int v;
};
int main(void) {
  struct P *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();
  p->v = 0;
  q->v = -1;
  if (p->v != 0 && p->v != -1) reach_error();
  return 0;
}
