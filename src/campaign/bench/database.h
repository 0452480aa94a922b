// The results of a campaign: one SQLite file, DIR/results.db (schema: schema.sql beside this file, explained in
// docs/bench.md).
//
// A run is claimed before it is made: its row is there without a verdict, with the worker that makes it. A worker is
// one `clew bench`; as long as it lives it has a lock on a byte of DIR/results.lock, which the kernel takes away
// however it ends. Claims of workers without their lock are void. So a campaign that was killed goes on where it was,
// and several workers share one.
//
// Workers of one machine share a file by SQLite's write-ahead log, which needs shared memory. A shard's file may lie on
// a network's file system and go on on another machine when the first one dies: it has a rollback journal.
//
// What fails is said once, in `error`; then nothing more is written.
#ifndef CLEW_CAMPAIGN_BENCH_DATABASE_H
#define CLEW_CAMPAIGN_BENCH_DATABASE_H
#include "campaign/bench/definition.h"
#include <sqlite3.h>

enum { BENCH_SCHEMA_VERSION = 1 };

enum bench_access {
  BENCH_READ, // what is there
  BENCH_WORK, // makes the folder and the file where they are not there
  BENCH_WORK_ON_SHARD, // the same, with a rollback journal
};

struct bench_database {
  sqlite3 *handle;
  sqlite3_stmt *claim, *store, *release;
  char *folder, *file; // owned
  int lock; // -1: not open
  int64_t worker; // 0: this process only reads
  struct vec_u64 tasks, configurations, versions; // identifiers, in the order of the definition; 0: of other shards
  struct error *error;
};

struct bench_outcome {
  struct supervise_result run;
  struct bench_answer answer;
  struct text statistics; // a JSON object; empty: none
};

// Opens DIR/results.db. To be closed in any case.
bool bench_database_open(struct bench_database *db, const char *folder, enum bench_access access, struct error *error);
void bench_database_close(struct bench_database *db);

// Becomes a worker: configurations of the definition, and tasks of the shard, get their rows. Refused where a
// configuration of the same name has results of another definition. `versions` NULL: no worker, it makes no runs.
bool bench_database_register(struct bench_database *db, const struct bench_definition *definition,
                             struct bench_shard shard, const struct vec_word *versions);
// Forgets the results of a configuration. False: there is none of that name, or an error.
bool bench_database_forget(struct bench_database *db, const char *configuration);
// Claims of workers that are gone are given back.
bool bench_database_recover(struct bench_database *db);
// Calls `take` for each run of the definition with a row. `done`: it has a result, otherwise it is claimed.
typedef void bench_take_known(void *context, struct bench_place place, bool done);
bool bench_database_known(struct bench_database *db, const struct bench_definition *definition, bench_take_known *take,
                          void *context);
// The database of another folder as `other`, in statements; refused where it is of another version or campaign, or a
// configuration of the same name has another definition there.
bool bench_database_attach(struct bench_database *db, const char *folder);
bool bench_database_detach(struct bench_database *db);
// The same for runs with a result in `other`.
bool bench_database_known_in_other(struct bench_database *db, const struct bench_definition *definition,
                                   bench_take_known *take, void *context);

// The run's number; 0: another worker has it, or an error.
int64_t bench_database_claim(struct bench_database *db, struct bench_place place);
bool bench_database_store(struct bench_database *db, int64_t run, uint32_t configuration,
                          const struct bench_outcome *outcome);
bool bench_database_release(struct bench_database *db, int64_t run); // a claim

// DIR/output/000/000123.txt, relative to DIR.
void bench_output_name(int64_t run, struct text *out);

// Statements for who reads: prepared, or NULL with an error.
sqlite3_stmt *bench_database_query(struct bench_database *db, const char *sql);
bool bench_database_execute(struct bench_database *db, const char *sql); // statements without rows
bool bench_database_fail(struct bench_database *db); // what SQLite says becomes the error; returns false

#endif
