// expect: false bits: both
// one byte is written twice, another never
// decided: symex
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  unsigned char *p = (unsigned char *)&x;
  for (int i = 0; i < 4; i++) p[i & 2] = (unsigned char)(i + 1);
  if (x != 0x04030201) reach_error();
  return 0;
}
