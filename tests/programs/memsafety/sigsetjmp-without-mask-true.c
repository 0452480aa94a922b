// expect: true bits: both
// Without a mask the C library leaves the place for it alone: pthread_cleanup_push has such a buffer.
// args: --check memory
// native: no
struct buffer {
#ifdef __x86_64__
  long registers[8];
#else
  int registers[6];
#endif
  int has_mask;
};
int __sigsetjmp(struct buffer *, int) __attribute__((returns_twice));
int main(void) {
  struct buffer buffer;
  return __sigsetjmp(&buffer, 0);
}
