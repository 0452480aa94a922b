// expect: true bits: both
// the user that was asked for; limits; the descriptor that fcntl makes
#include <assert.h>
#include <fcntl.h>
#include <pwd.h>
#include <string.h>
#include <sys/resource.h>
int main(void) {
  struct passwd *user = getpwnam("ann");
  if (user) assert(!strcmp(user->pw_name, "ann") && user->pw_shell);
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) == 0) assert(limit.rlim_cur <= limit.rlim_max);
  int file = fcntl(0, F_DUPFD, 10);
  assert(file == -1 || file >= 10);
}
