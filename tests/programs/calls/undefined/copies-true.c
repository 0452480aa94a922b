// expect: true bits: 64
// whatever bytes are copied over zeroes, those of -1 are all ones
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
  if ((seen & 255) != 0 && (seen & 255) != 255) reach_error();
  return 0;
}
