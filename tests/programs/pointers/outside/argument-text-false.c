// expect: false|unknown bits: both
// a number that the arguments of main spell may be the address of an object that was cast to an integer
// native: no
extern void reach_error(void);
int x, y;
unsigned long seen;
int main(int argc, char **argv) {
  unsigned long n = (unsigned long)&y;
  seen = (unsigned long)&x;
  if (argc == 2) {
    n = 0;
    for (int i = 0; i < 8; i++) n = n * 16 + (argv[1][i] - 'a');
  }
  *(int *)n = 5;
  if (x == 5) reach_error();
  return 0;
}
