// expect: false bits: 64
// memcpy takes pointers of any alignment, so the copies may overlap in part
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
extern char *get(void);
int main(void) {
  char *p = get();
  int one = 0, two = -1, seen;
  __builtin_memcpy(p, &one, sizeof one);
  __builtin_memcpy(get(), &two, sizeof two);
  __builtin_memcpy(&seen, p, sizeof seen);
  if (seen != 0 && seen != -1) reach_error();
  return 0;
}
