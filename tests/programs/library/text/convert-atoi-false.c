// expect: false bits: both
// they stop at the first character that is no digit
extern void __VERIFIER_error(void);
extern int atoi(const char *);
extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
int main(void) {
  char *end;
  const char *s = "0x1fz";
  if (!(atoi("  -42abc") == 42 && atoi("x") == 0 && atoi("+7") == 7)) __VERIFIER_error();
  if (!(strtol(s, &end, 16) == 31 && *end == 'z' && strtol("0755", 0, 0) == 493 && strtol("zz", 0, 36) == 1295)) __VERIFIER_error();
  if (!(strtoul("4294967295", 0, 10) == 4294967295u)) __VERIFIER_error();
  return 0;
}
