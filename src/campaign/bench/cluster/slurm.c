// See slurm.h.
#include "campaign/bench/cluster/slurm.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "base/process/child.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// Slurm counts what the processes of a job take together with clew itself.
#define MEMORY_OF_CLEW 512 // mebibytes
#define SUBMIT_SECONDS 120.0

// --- scripts ---------------------------------------------------------------------------------------------------------

static void add_quoted(struct text *out, const char *word) {
  text_addc(out, '\'');
  for (; *word; word++)
    if (*word == '\'') text_add(out, "'\\''");
    else text_addc(out, *word);
  text_addc(out, '\'');
}

static void add_name(struct text *out, const char *name) {
  text_add(out, "clew-");
  for (; *name; name++) text_addc(out, isalnum((unsigned char)*name) ? *name : '-');
}

static void add_head(const struct bench_definition *d, const struct bench_slurm *slurm, const char *folder,
                     const char *suffix, const char *log, struct text *out) {
  text_add(out, "#!/bin/bash\n#SBATCH --job-name=");
  add_name(out, d->name);
  text_printf(out, "%s\n#SBATCH --requeue\n#SBATCH --output=\"%s/slurm/%s\"\n#SBATCH --open-mode=append\n", suffix,
              folder, log);
  if (slurm->partition) text_printf(out, "#SBATCH --partition=%s\n", slurm->partition);
}

static void add_command(const struct bench_definition *d, const struct bench_slurm *slurm, const char *file,
                        const char *folder, struct text *out) {
  text_add(out, "exec ");
  add_quoted(out, slurm->program);
  text_add(out, " bench ");
  add_quoted(out, file);
  text_add(out, " --output ");
  add_quoted(out, folder);
  if (d->given.tasks) text_add(out, " --tasks ");
  if (d->given.tasks) add_quoted(out, d->given.tasks);
  if (d->given.sample) text_add(out, " --sample ");
  if (d->given.sample) add_quoted(out, d->given.sample);
}

static void write_shard(const struct bench_definition *d, const struct bench_slurm *slurm, const char *file,
                        const char *folder, struct text *out) {
  uint32_t cores = d->limits.cores ? d->limits.cores : 1;
  add_head(d, slurm, folder, "", "shard-%A-%a.txt", out);
  text_printf(out, "#SBATCH --array=1-%u\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=%u\n", slurm->shards,
              cores * slurm->jobs);
  if (d->limits.memory)
    text_printf(out, "#SBATCH --mem=%lluM\n", (unsigned long long)d->limits.memory * slurm->jobs + MEMORY_OF_CLEW);
  add_command(d, slurm, file, folder, out);
  text_printf(out, " --jobs %u --shard \"$SLURM_ARRAY_TASK_ID/%u\"\n", slurm->jobs, slurm->shards);
}

static void write_merge(const struct bench_definition *d, const struct bench_slurm *slurm, const char *file,
                        const char *folder, struct text *out) {
  add_head(d, slurm, folder, "-merge", "merge-%j.txt", out);
  text_add(out, "#SBATCH --ntasks=1\n");
  add_command(d, slurm, file, folder, out);
  text_add(out, " --merge\n");
}

// --- submission ------------------------------------------------------------------------------------------------------

// The line with the number of the job, after messages: "12" or "12;cluster".
static bool job_number(const char *said, struct text *out) {
  const char *found = NULL;
  for (const char *line = said; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    size_t digits = strspn(line, "0123456789");
    if (digits && strchr(";\r\n", line[digits])) found = line;
  }
  if (found) text_add_n(out, found, strspn(found, "0123456789"));
  return found != NULL;
}

// Submits the script, after the job `after` where one is named.
static bool submit(const char *script, const char *after, struct text *job, struct error *error) {
  struct limits limits = {0};
  struct text output = {0}, said = {0}, dependency = {0};
  text_printf(&output, "%s.submitted", script);
  text_printf(&dependency, "--dependency=afterany:%s", after ? after : "");
  const char *argv[5] = {"sbatch", "--parsable", script};
  if (after) {
    argv[2] = text_cstr(&dependency);
    argv[3] = script;
  }
  int status = 0, pid = child_start_tool(&limits, (char *const *)argv, text_cstr(&output));
  enum child_end end = pid ? child_wait(&limits, pid, SUBMIT_SECONDS, &status) : CHILD_NOT_STARTED;
  bool good = false;
  if (end == CHILD_NOT_STARTED || (end == CHILD_EXITED && status == 127))
    error_set(error, EXIT_DATA, "sbatch cannot be started: is Slurm installed on this machine?");
  else if (!input_read(text_cstr(&output), &said, error)) good = false;
  else if (end != CHILD_EXITED || status || !job_number(text_cstr(&said), job))
    error_set(error, EXIT_DATA, "Slurm did not take %s:\n%s", script, text_cstr(&said));
  else good = true;
  text_release(&output);
  text_release(&said);
  text_release(&dependency);
  return good;
}

// Where Slurm's own patterns and quotes are in a name, the output would go elsewhere.
static bool check_names(const char *folder, const struct bench_slurm *slurm, struct error *error) {
  if (strpbrk(folder, "%\"\\\n"))
    error_set(error, EXIT_DATA, "%s: Slurm cannot write into a folder with %%, \", \\ or an end of line in its name",
              folder);
  if (slurm->partition && strpbrk(slurm->partition, " \t\n\"\\"))
    error_set(error, EXIT_USAGE, "'%s' is no name of a partition", slurm->partition);
  return !error->status;
}

bool bench_slurm_submit(const struct bench_definition *definition, const struct bench_slurm *slurm, struct text *out,
                        struct error *error) {
  char folder[PATH_MAX], file[PATH_MAX];
  struct text shard = {0}, merge = {0}, name = {0}, other = {0}, array = {0}, last = {0};
  if (!realpath(slurm->folder, folder) || !realpath(definition->file, file)) {
    error_set(error, EXIT_DATA, "%s: %s", slurm->folder, strerror(errno));
    return false;
  }
  if (!check_names(folder, slurm, error)) return false;
  text_printf(&name, "%s/slurm", folder);
  mkdir(text_cstr(&name), 0777);
  text_add(&name, "/shard.sh");
  text_printf(&other, "%s/slurm/merge.sh", folder);
  write_shard(definition, slurm, file, folder, &shard);
  write_merge(definition, slurm, file, folder, &merge);
  bool good = output_write(text_cstr(&name), &shard, error) && output_write(text_cstr(&other), &merge, error) &&
              submit(text_cstr(&name), NULL, &array, error) &&
              submit(text_cstr(&other), text_cstr(&array), &last, error);
  if (good)
    text_printf(out,
                "submitted: job %s makes %u shards, job %s merges them into %s\n"
                "what they say is in %s/slurm; squeue -j %s,%s shows how far they are\n",
                text_cstr(&array), slurm->shards, text_cstr(&last), folder, folder, text_cstr(&array),
                text_cstr(&last));
  text_release(&shard);
  text_release(&merge);
  text_release(&name);
  text_release(&other);
  text_release(&array);
  text_release(&last);
  return good;
}
