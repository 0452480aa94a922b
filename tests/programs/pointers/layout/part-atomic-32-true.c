// expect: true bits: 32
// A byte of a pointer is cleared by an atomic operation.
// args: --check all
// says: objects lie where clew puts them
// native: no
int x;
int main(void) {
  int *p = &x;
  __atomic_fetch_and((char *)&p + 3, 0, __ATOMIC_SEQ_CST);
  return *p;
}
