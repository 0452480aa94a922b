// expect: true bits: both
// a packed struct has no padding; an aligned one has more
extern void __VERIFIER_error(void);
struct __attribute__((packed)) p { char c; int n; short s; };
struct a { char c __attribute__((aligned(16))); };
int main(void) {
  struct p p[2] = {{1, 0x01020304, 5}, {6, -1, 7}};
  unsigned char *b = (unsigned char *)p;
  if (!(sizeof(struct p) == 7 && b[1] == 4 && b[7] == 6 && p[1].n == -1 && sizeof(struct a) == 16)) __VERIFIER_error();
  return 0;
}
