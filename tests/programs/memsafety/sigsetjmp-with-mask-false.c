// expect: false bits: both
// With a mask the whole buffer is written.
// args: --check memory
// violates: valid-deref
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
  return __sigsetjmp(&buffer, 1);
}
