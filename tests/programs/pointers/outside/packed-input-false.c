// expect: false bits: 64
// pointers to a packed structure need not be aligned: one of them may point into the middle of what the other points to
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
extern void *__VERIFIER_nondet_pointer(void);
struct __attribute__((packed)) P {
  int v;
};
int main(void) {
  struct P *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();
  p->v = 0;
  q->v = -1;
  if (p->v != 0 && p->v != -1) reach_error();
  return 0;
}
