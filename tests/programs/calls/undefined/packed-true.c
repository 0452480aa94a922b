// expect: true bits: both
// the same with a structure that is not packed
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
struct P {
  int v;
};
struct P *get(int);
int main(void) {
  struct P *t[2];
  for (int i = 0; i < 2; i++) {
    t[i] = get(i);
    t[i]->v = -i;
  }
  if (t[0]->v != 0 && t[0]->v != -1) reach_error();
  return 0;
}
