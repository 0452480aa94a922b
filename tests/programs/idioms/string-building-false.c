// expect: false bits: both
// strings put together and taken apart: strcpy, strcat, strrchr, strstr, strspn
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

int main(void) {
  static const char *const folders[] = {"", "/", "/usr/", "a/b/"};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  char path[32];
  strcpy(path, folders[i]);
  strcat(path, "file.txt");
  assert(strcmp(base_name(path), "file.txt") == 0);
  char *dot = strstr(path, ".txt");
  assert(dot && strlen(dot) == 4);
  strncpy(dot, ".c", 3);
  assert(strcmp(path + strlen(path) - 2, ".c") == 0);
  assert(strspn(path, "/usr") == 0);
}
