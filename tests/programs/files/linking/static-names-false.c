// expect: false bits: both
// each file has its own
// files: parts/statics.c
extern void reach_error(void);
static int value = 1;
static int get(void) { return value; }
extern int other_get(void);
extern void other_set(int);
int main(void) {
  other_set(50);
  if (!(get() == 50 && other_get() == 50)) reach_error();
  return 0;
}
