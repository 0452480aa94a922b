// expect: true bits: both
// a range is filled, and copied in part
// decided: value cpa
extern void reach_error(void);
extern void *memset(void *, int, __SIZE_TYPE__);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
int main(void) {
  unsigned char a[16], b[16];
  memset(a, 7, sizeof a);
  memset(b, 0, sizeof b);
  memcpy(b + 2, a, 6);
  if (b[5] != 7 || b[9] != 0) reach_error();
  return 0;
}
