// expect: false|unknown bits: both
// an extern variable may hold the address of a global of this file
// native: no
extern void reach_error(void);
extern int *p;
int x;
int main(void) {
  x = 1;
  *p = 2;
  if (x == 2) reach_error();
  return 0;
}
