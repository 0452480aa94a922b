// expect: true bits: 64
// A byte of a pointer is cleared: in other layouts it is not 0 before.
// args: --check all
// says: objects lie where clew puts them
// native: no
int x;
int main(void) {
  int *p = &x;
  ((char *)&p)[5] = 0;
  return *p;
}
