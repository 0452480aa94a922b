// expect: true bits: 64
// the integer of a tagged union lies beside the address in the structure: nothing becomes of the address
extern void reach_error(void);
void *malloc(unsigned long);
struct value {
  int tag;
  union {
    long number;
    struct { long length; int *at; } list;
  };
};
static void count(struct value *v) { v->number++; }
int main(void) {
  struct value *v = malloc(sizeof *v);
  int x = 1;
  v->list.at = &x;
  v->list.length = 6;
  count(v);
  *v->list.at = v->list.length;
  if (x != 7) reach_error();
  return 0;
}
