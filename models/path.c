// Parts of paths: dirname, and basename both as POSIX has it (__xpg_basename, from <libgen.h>) and as the GNU library (from <string.h>).

char *basename(const char *path) {
  const char *last = path;
  for (const char *p = path; *p; p++)
    if (*p == '/') last = p + 1;
  return (char *)last;
}

char *__xpg_basename(char *path) {
  if (!path || !*path) return ".";
  char *end = path;
  while (*end) end++;
  while (end > path + 1 && end[-1] == '/') end--;
  if (end == path + 1 && *path == '/') {   // nothing but slashes: the last of them
    while (end[0]) end++;
    return end - 1;
  }
  *end = 0;
  while (end > path && end[-1] != '/') end--;
  return end;
}

char *dirname(char *path) {
  if (!path) return ".";
  char *end = path;
  while (*end) end++;
  while (end > path + 1 && end[-1] == '/') end--;     // slashes at the end
  while (end > path && end[-1] != '/') end--;         // the last part
  if (end == path) return ".";
  while (end > path && end[-1] == '/') end--;         // slashes before it
  if (end == path) {   // what begins with exactly two slashes keeps them
    end = path + 1;
    if (path[1] == '/' && path[2] != '/') end++;
  }
  *end = 0;
  return path;
}
