// expect: false bits: both
// the macro has the value that was given
// flags: -DLIMIT=5 -DNAME=value
extern void reach_error(void);
int main(void) {
  int NAME = LIMIT;
  if (!(value == 6)) reach_error();
  return 0;
}
