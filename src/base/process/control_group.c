// See control_group.h.
#include "base/process/control_group.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Where groups of version 2 are mounted.
static bool find_mount(char *out, size_t size) {
  FILE *mounts = setmntent("/proc/self/mounts", "re");
  char line[2 * PATH_MAX];
  struct mntent entry;
  bool found = false;
  while (mounts && !found && getmntent_r(mounts, &entry, line, sizeof line))
    if (strcmp(entry.mnt_type, "cgroup2") == 0) found = (size_t)snprintf(out, size, "%s", entry.mnt_dir) < size;
  if (mounts) endmntent(mounts);
  return found;
}

// The line "0::/path" is the group of version 2 that this process is in.
static bool find_own(char *out, size_t size) {
  FILE *file = fopen("/proc/self/cgroup", "re");
  char line[PATH_MAX + 8];
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "0::/", 4) == 0) found = (size_t)snprintf(out, size, "%s", line + 4) < size;
  }
  if (file) fclose(file);
  return found;
}

static bool write_file(const struct control_group *group, const char *name, const char *text) {
  char file[PATH_MAX + 32];
  snprintf(file, sizeof file, "%s/%s", group->path, name);
  int fd = group->path[0] ? open(file, O_WRONLY | O_CLOEXEC) : -1;
  if (fd < 0) return false;
  bool good = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  close(fd);
  return good;
}

bool control_group_make(struct control_group *group) {
  char mount[PATH_MAX / 4], own[PATH_MAX / 2];
  group->path[0] = 0;
  if (!find_mount(mount, sizeof mount) || !find_own(own, sizeof own)) return false;
  snprintf(group->path, sizeof group->path, "%s/%s%sclew-%d-XXXXXX", mount, own, *own ? "/" : "", (int)getpid());
  // Processes in other namespaces may have the same number and the same groups.
  if (mkdtemp(group->path)) return true;
  group->path[0] = 0;
  return false;
}

bool control_group_enter(const struct control_group *group) { return write_file(group, "cgroup.procs", "0"); }

bool control_group_cpu(const struct control_group *group, double *seconds) {
  char file[PATH_MAX + 32], line[128];
  snprintf(file, sizeof file, "%s/cpu.stat", group->path);
  FILE *stat = group->path[0] ? fopen(file, "re") : NULL;
  unsigned long long microseconds;
  bool found = false;
  while (stat && !found && fgets(line, sizeof line, stat)) found = sscanf(line, "usage_usec %llu", &microseconds) == 1;
  if (stat) fclose(stat);
  if (found) *seconds = (double)microseconds * 1e-6;
  return found;
}

void control_group_kill(const struct control_group *group) { write_file(group, "cgroup.kill", "1"); }

void control_group_remove(struct control_group *group) {
  if (group->path[0]) rmdir(group->path);
  group->path[0] = 0;
}

// Groups of supervisors that were killed: empty, as their programs died with them. Where one is taken from a supervisor
// of another namespace, before its program is in it, that one does without.
static void tidy(const char *path) {
  char folder[PATH_MAX], file[PATH_MAX + 64];
  snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
  DIR *groups = opendir(folder);
  int pid, end = 0;
  for (struct dirent *entry; groups && (entry = readdir(groups));) {
    if (sscanf(entry->d_name, "clew-%d-%n", &pid, &end) != 1 || strlen(entry->d_name + end) != 6 || pid <= 0) continue;
    if (kill(pid, 0) == 0 || errno != ESRCH) continue;
    snprintf(file, sizeof file, "%s/%.40s", folder, entry->d_name);
    rmdir(file);
  }
  if (groups) closedir(groups);
}

bool control_group_works(void) {
  struct control_group group;
  double seconds;
  bool works = control_group_make(&group) && control_group_cpu(&group, &seconds);
  if (group.path[0]) tidy(group.path);
  control_group_remove(&group);
  return works;
}
