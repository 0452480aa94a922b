// expect: false bits: both
// the last slash is not the first
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
extern char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *), *strpbrk(const char *, const char *);
extern size_t strspn(const char *, const char *), strcspn(const char *, const char *);
int main(void) {
  const char *s = "/usr/lib/x";
  if (!(strchr(s, '/') == s && strrchr(s, '/') - s == 0 && strstr(s, "lib") == s + 5 && !strstr(s, "bin"))) reach_error();
  if (!(strspn("aabbc", "ab") == 4 && strcspn("aabbc", "cb") == 2 && *strpbrk(s, "lx") == 'l' && strchr(s, 0) == s + 10)) reach_error();
  return 0;
}
