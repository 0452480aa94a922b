// expect: false bits: both
// the copy has the same content
extern void reach_error(void);
extern char *strdup(const char *);
extern int strcasecmp(const char *, const char *);
int main(void) {
  const char *s = "Clew";
  char *t = strdup(s);
  if (!(t != s && t[3] == 'w' && t[4] == 0)) reach_error();
  t[0] = 'c';
  if (!(s[0] == 'C' && strcasecmp(s, t) == 1)) reach_error();
  return 0;
}
