// expect: false bits: both
// an exception is caught once
#include <assert.h>
#include <setjmp.h>
struct frame {
  int flags;
  jmp_buf env;
  struct frame *next;
};
static struct frame *frames;
static int caught;
#define TRY(f) f.next = frames, frames = &f, setjmp(f.env) == 0
static void throw(int code) {
  struct frame *f = frames;
  frames = f->next;
  longjmp(f->env, code);
}
static int checked(int x) {
  struct frame f;
  volatile int result = 0;
  if (TRY(f)) {
    if (x > 3) throw(1);
    result = x;
    frames = f.next;
  } else {
    caught++;
    result = -1;
  }
  return result;
}
int main(void) {
  int sum = 0;
  for (int i = 2; i < 6; i++) sum += checked(i);
  assert(caught == 1 && sum == 2 + 3 - 1 - 1 && !frames);
  return 0;
}
