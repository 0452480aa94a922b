// expect: true bits: 64
// Pointers are equal although a byte of one was cleared.
// args: --check assert
// says: objects lie where clew puts them
// native: no
extern void reach_error(void);
int x;
int main(void) {
  int *p = &x, *q = p;
  ((char *)&p)[5] = 0;
  if (p != q) reach_error();
}
