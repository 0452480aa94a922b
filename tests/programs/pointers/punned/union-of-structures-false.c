// expect: false bits: 64
// an address becomes a misaligned one in a union of a structure with one that contains it
extern void reach_error(void);
void *malloc(unsigned long);
struct __attribute__((packed)) cell { int v; };
struct place { struct cell *at; };
struct counter { long count; struct place last; };
union both { struct counter counter; struct place place; };
static void up(union both *u) { u->counter.count += 2; }
static void fill(union both *u) { u->place.at->v = -1; }
int main(void) {
  union both *u = malloc(sizeof *u);
  struct cell *cells = malloc(2 * sizeof *cells);
  cells[0].v = cells[1].v = 0;
  u->place.at = cells;
  up(u);
  fill(u);
  if (cells[0].v == (int)0xffff0000) reach_error();
  return 0;
}
