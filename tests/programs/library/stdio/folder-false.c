// expect: false bits: both
// an entry of a folder that was closed
// violates: valid-deref
// args: --check memory
#include <dirent.h>
int main(void) {
  DIR *folder = opendir(".");
  if (!folder) return 0;
  struct dirent *entry = readdir(folder);
  closedir(folder);
  return entry ? entry->d_name[0] : 0;
}
