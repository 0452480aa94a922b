// expect: true bits: both
// entries have names
// args: --check memory
#include <assert.h>
#include <dirent.h>
#include <string.h>
int main(void) {
  DIR *folder = opendir(".");
  if (!folder) return 0;
  struct dirent *entry = readdir(folder);
  if (entry) assert(entry->d_name[0] && strlen(entry->d_name) < 256);
  closedir(folder);
}
