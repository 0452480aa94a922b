// expect: true bits: both
// macros from the command line
// flags: -DLIMIT=5 -DNAME=value
extern void reach_error(void);
int main(void) {
  int NAME = LIMIT;
  if (!(value == 5)) reach_error();
  return 0;
}
