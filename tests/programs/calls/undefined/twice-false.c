// expect: false bits: both
// two calls of a function without a body may return the same pointer
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int *get(void);
int main(void) {
  int *a = get(), *b = get();
  *a = 1;
  *b = 2;
  if (*a == 2) reach_error();
  return 0;
}
