// expect: true bits: both
// a number that the arguments of main spell is added to what a pointer leads to
extern void reach_error(void);
int x, y;
int main(int argc, char **argv) {
  int *p = &y;
  if (argc == 2) *p += argv[1][0];
  if (x != 0) reach_error();
  return 0;
}
