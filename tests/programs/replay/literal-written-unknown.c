// expect: unknown bits: both
// string literals cannot be written: the run ends there
// native: no
extern void reach_error(void);
int main(void) {
  char *s = "abc";
  s[0] = 'x';
  if (s[0] == 'x') reach_error();
  return 0;
}
