// expect: true bits: 64
// an address becomes a misaligned one as the integer of a tagged union, and is read in the structure beside it
extern void reach_error(void);
void *malloc(unsigned long);
struct __attribute__((packed)) cell { int v; };
struct value {
  int tag;
  union {
    long number;
    struct { struct cell *at; int length; } list;
  };
};
static void next(struct value *v) { v->number += 2; }
static void fill(struct value *v) { v->list.at->v = -1; }
int main(void) {
  struct value *v = malloc(sizeof *v);
  struct cell *cells = malloc(2 * sizeof *cells);
  cells[0].v = cells[1].v = 0;
  v->list.at = cells;
  next(v);
  fill(v);
  if (cells[0].v != (int)0xffff0000) reach_error();
  return 0;
}
