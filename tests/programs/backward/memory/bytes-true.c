// expect: true bits: both
// bytes of an integer are written one by one and read as a whole
// decided: symex
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  unsigned char *p = (unsigned char *)&x;
  for (int i = 0; i < 4; i++) p[i] = (unsigned char)(i + 1);
  if (x != 0x04030201) reach_error();
  return 0;
}
