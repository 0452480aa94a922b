// expect: false bits: both
// the joined string is longer
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern size_t strlen(const char *);
extern char *strcpy(char *, const char *), *strcat(char *, const char *);
extern int strcmp(const char *, const char *);
int main(void) {
  char b[32];
  strcpy(b, "thread");
  strcat(b, " and ");
  strcat(b, "clew");
  if (!(strlen(b) == 14 && strcmp(b, "thread and clew") == 0 && strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0)) __VERIFIER_error();
  return 0;
}
