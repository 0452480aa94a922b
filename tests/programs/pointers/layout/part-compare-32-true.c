// expect: true bits: 32
// Pointers are equal although a byte of one was cleared.
// args: --check assert
// says: objects lie where clew puts them
// native: no
extern void reach_error(void);
int x;
int main(void) {
  int *p = &x, *q = p;
  ((char *)&p)[3] = 0;
  if (p != q) reach_error();
}
