// expect: false bits: both
// a pointer that lies far inside memory from elsewhere leads to memory, too
// native: no
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
struct state {
  char pad[9], flag;
};
struct device {
  char pad[9696];
  struct state *state;
};
int main(void) {
  struct device *device = __VERIFIER_nondet_pointer();
  struct state *state = device->state;
  if (state->flag == 1) reach_error();
  return 0;
}
