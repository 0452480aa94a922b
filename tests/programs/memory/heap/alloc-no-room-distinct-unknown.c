// expect: unknown bits: both
// objects that the memory model has no room for are still different ones
extern void *malloc(__SIZE_TYPE__);
extern void reach_error(void);
#define HUGE (sizeof(long) == 8 ? (__SIZE_TYPE__)1 << 46 : 0x70000000)
int main(void) {
  char *a = malloc(HUGE), *b = malloc(HUGE), *c = malloc(10);
  if (!a || !b || !c) return 0;
  if (a != b && a != c) reach_error();
  return 0;
}
