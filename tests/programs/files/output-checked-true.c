// expect: true bits: both
// Said of the functions that _FORTIFY_SOURCE takes.
// says: output to standard output and standard error succeeds
extern void reach_error(void);
int __printf_chk(int flag, const char *format, ...);
int main(void) {
  if (__printf_chk(1, "x") < 0) reach_error();
}
