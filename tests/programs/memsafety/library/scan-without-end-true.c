// expect: true bits: both
// the search ends at the end of the text
// args: --check memory
// native: no
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  const char *p = text;
  while (*p && *p != ' ') p++;
  return (int)(p - text);
}
