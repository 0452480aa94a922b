// expect: true bits: both
// objects on the heap are apart
// decided: value cpa
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int *p = malloc(sizeof(int)), *q = malloc(sizeof(int));
  if (!p || !q) return 0;
  *p = 3;
  *q = 4;
  if (*p != 3 || *q != 4) reach_error();
  return 0;
}
