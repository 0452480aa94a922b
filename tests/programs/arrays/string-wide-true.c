// expect: true bits: both
// wide and UTF-8 string constants
extern void reach_error(void);
int main(void) {
  const __WCHAR_TYPE__ w[] = L"aé";
  const char u[] = u8"é";
  if (!(sizeof w == 3 * sizeof *w && w[1] == 0xe9 && sizeof u == 3 && (unsigned char)u[0] == 0xc3)) reach_error();
  return 0;
}
