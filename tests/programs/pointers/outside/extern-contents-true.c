// expect: true bits: both
// a static variable whose address is not taken is out of reach of an extern variable
// native: no
extern void reach_error(void);
extern int *p;
static int x;
int main(void) {
  x = 1;
  *p = 2;
  if (x != 1) reach_error();
  return 0;
}
