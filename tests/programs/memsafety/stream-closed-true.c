// expect: true bits: both
// it is closed when it is not used any more
// args: --check memory
// native: no
#include <stdio.h>
int main(void) {
  char text[3];
  FILE *file = fopen("x", "r+");
  if (!file) return 0;
  fputc(65, file);
  rewind(file);
  if (fgets(text, 3, file) && feof(file)) clearerr(file);
  fprintf(file, "%d", 3);
  fclose(file);
  file = fopen("y", "w");
  if (file) fclose(file);
  return 0;
}
