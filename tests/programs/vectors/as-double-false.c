// expect: false bits: both
// a vector of 8 bytes is passed as a double, whose bits may be those of a signalling NaN
extern void reach_error(void);
typedef short shorts __attribute__((vector_size(8)));
static shorts same(shorts x) { return x; }
int main(void) {
  shorts v = {0, 0, 1, 0x7ff1};
  v = same(v);
  if (!(v[3] & 8)) reach_error();
  return 0;
}
