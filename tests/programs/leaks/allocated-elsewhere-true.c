// expect: true bits: both
// what a function without a body allocates for the program is not counted, also where the program allocates nothing
// args: --check leaks
// says: get (allocated-elsewhere-true.c:8, no body) changes nothing and allocates nothing that is left
// native: no
extern void *get(void);
int main(void) {
  return get() == 0;
}
