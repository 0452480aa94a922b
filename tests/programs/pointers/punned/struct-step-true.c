// expect: true bits: 64
// an address becomes a misaligned one as a field that steps of another structure lead to
extern void reach_error(void);
void *malloc(unsigned long);
struct __attribute__((packed)) cell { int v; };
struct counter { long id, count; };
struct word { char bytes[8]; };
static void up(struct counter *c) { c->count += 2; }
static void set(struct word *w, struct cell *at) { *(struct cell **)(w + 1) = at; }
static void fill(struct word *w) { (*(struct cell **)(w + 1))->v = -1; }
int main(void) {
  void *both = malloc(16);
  struct cell *cells = malloc(2 * sizeof *cells);
  cells[0].v = cells[1].v = 0;
  set(both, cells);
  up(both);
  fill(both);
  if (cells[0].v != (int)0xffff0000) reach_error();
  return 0;
}
