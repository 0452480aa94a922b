// expect: true bits: both
// what is known of a file: a size that is not negative, one of the kinds, links only of lstat
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
int main(void) {
  struct stat s;
  if (stat("name", &s) == 0) {
    assert(s.st_size >= 0 && s.st_blksize > 0);
    assert(S_ISREG(s.st_mode) + S_ISDIR(s.st_mode) + S_ISCHR(s.st_mode) + S_ISBLK(s.st_mode) + S_ISFIFO(s.st_mode) +
               S_ISSOCK(s.st_mode) == 1);
    assert(s.st_mtim.tv_nsec < 1000000000);
  }
  int file = open("name", O_RDONLY);
  if (file >= 0 && fstat(file, &s) == 0) assert(!S_ISLNK(s.st_mode));
  assert(fstat(-1, &s) == -1);
}
