// expect: false bits: both
// a link, and a size that no int holds or a certain one
#include <assert.h>
#include <sys/stat.h>
int main(void) {
  struct stat s;
  if (lstat("name", &s) == 0 && S_ISLNK(s.st_mode)) assert(s.st_size != 70000);
}
