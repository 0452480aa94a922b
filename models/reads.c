// What functions of the C library read that write it to where the program cannot look: called before them where memory
// accesses are checked.
typedef __SIZE_TYPE__ size_t;

void __clew_unsupported(const char *what);

// A string, or its first bytes. The GNU library prints a null pointer, too.
void __clew_reads_text(const char *s, size_t most) {
  for (size_t i = 0; s && i < most && s[i]; i++) continue;
}

// The argument of a %s is none, such as a number.
void __clew_reads_no_pointer(void) { __clew_unsupported("the text of a %s whose argument is no pointer"); }

// A string that has to be there.
void __clew_reads_string(const char *s) {
  for (size_t i = 0; s[i]; i++) continue;
}

// A block: if its ends lie in one object, all of it does.
void __clew_reads_block(const void *block, size_t size, size_t n) {
  const volatile char *p = block;
  if (size == 0 || n == 0) return;
  (void)p[0];
  (void)p[size * n - 1];
}
