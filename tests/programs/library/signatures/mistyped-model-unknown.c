// expect: unknown bits: both
// strchr gets its arguments in other places than it looks for them
// native: no
extern void reach_error(void);
char *strchr(double, int);
int main(void) {
  if (strchr(1.5, 'a')) reach_error();
  return 0;
}
