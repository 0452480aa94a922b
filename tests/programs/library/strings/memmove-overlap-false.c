// expect: false bits: both
// the ranges move as a whole
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *memmove(void *, const void *, size_t);
int main(void) {
  char s[] = "abcdef";
  memmove(s + 2, s, 4);
  if (!(s[0] == 'a' && s[2] == 'a' && s[5] == 'b')) reach_error();
  memmove(s, s + 1, 5);
  if (!(s[0] == 'b' && s[1] == 'a' && s[4] == 'd')) reach_error();
  return 0;
}
