// expect: false bits: both
// memmem gets whole blocks: that no part can begin near the end does not make the first block shorter.
// args: --check memory
// violates: valid-deref
// native: address
#define _GNU_SOURCE
#include <string.h>
int main(void) { return memmem("abc", 5, "cd", 2) != 0; }
