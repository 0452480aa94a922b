// expect: true bits: both
// static functions and variables of the same name in two files are different
// files: parts/statics.c
extern void reach_error(void);
static int value = 1;
static int get(void) { return value; }
extern int other_get(void);
extern void other_set(int);
int main(void) {
  other_set(50);
  if (!(get() == 1 && other_get() == 50)) reach_error();
  return 0;
}
