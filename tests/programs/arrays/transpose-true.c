// expect: true bits: both
// transposing a matrix twice gives it back
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
enum { N = 4 };
static void transpose(int m[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++) {
      int t = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = t;
    }
}
int main(void) {
  int m[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) m[i][j] = 10 * i + j;
  transpose(m);
  transpose(m);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) assert(m[i][j] == 10 * i + j);
  return 0;
}
