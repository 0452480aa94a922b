// expect: false bits: both
// root's name is no certain one, and a user need not be there
#include <assert.h>
#include <pwd.h>
int main(void) {
  struct passwd *user = getpwuid(0);
  if (user) assert(user->pw_name[0] != 't');
}
