// expect: true bits: both
// two calls return the same pointer or different ones
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int *get(void);
int main(void) {
  int *a = get(), *b = get();
  *a = 1;
  *b = 2;
  if (*a != 1 && (*a != 2 || a != b)) reach_error();
  return 0;
}
