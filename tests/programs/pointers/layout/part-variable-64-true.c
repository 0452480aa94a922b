// expect: true bits: 64
// A byte of a pointer becomes what a variable holds that is no part of a pointer.
// args: --check all
// says: objects lie where clew puts them
// native: no
int x;
int main(void) {
  int *p = &x;
  char zero = 0;
  ((char *)&p)[5] = zero;
  return *p;
}
