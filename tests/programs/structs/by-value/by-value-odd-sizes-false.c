// expect: false bits: both
// the last byte of one is expected to be another
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct s3 { char c[3]; };
struct s5 { char c[5]; };
struct s12 { int i[3]; };
struct s17 { char c[17]; };
static struct s3 f3(struct s5 a) { struct s3 r = {{a.c[4], a.c[1], a.c[2]}}; return r; }
static struct s12 f12(struct s3 a, struct s17 b) { struct s12 r = {{a.c[0], a.c[2], b.c[16]}}; return r; }
static struct s17 f17(struct s12 a) { struct s17 r = {{0}}; r.c[16] = (char)(a.i[0] + a.i[1] + a.i[2]); return r; }
int main(void) {
  struct s5 a = {{1, 2, 3, 4, 5}};
  struct s17 b = {{0}};
  b.c[16] = 7;
  b = f17(f12(f3(a), b));
  assert(b.c[16] == 14 && b.c[0] == 0);
  return 0;
}
