// expect: false bits: both
// the change is seen by the caller
extern void reach_error(void);
struct counter { int hits; struct counter *next; };
static void hit(struct counter *c) {
  for (; c; c = c->next) c->hits++;
}
int main(void) {
  struct counter b = {0, 0}, a = {0, &b};
  hit(&a);
  hit(&b);
  if (!(a.hits == 1 && b.hits == 1)) reach_error();
  return 0;
}
