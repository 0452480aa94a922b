// expect: true bits: both
// a function of external memory that is not null gives a pointer that leads to memory
// args: --check memory,ub
// says: external pointers that are not null lead to objects
struct operations {
  int count;
  int *(*place)(int);
};
extern struct operations *operations;
int main(void) {
  if (!operations || !operations->place) return 0;
  int *place = operations->place(operations->count);
  if (place) *place = 1;
  return 0;
}
