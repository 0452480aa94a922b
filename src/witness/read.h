// Witnesses that are read: of any tool, formats 2.0 and 2.1.
#ifndef CLEW_WITNESS_READ_H
#define CLEW_WITNESS_READ_H
#include "base/text/yaml.h"
#include "base/memory/vec.h"

enum point_type {
  POINT_ASSUMPTION,
  POINT_BRANCHING,
  POINT_ENTER,
  POINT_RETURN,
  POINT_TARGET,
  POINT_LOOP, // invariants
  POINT_LOCATION,
};

// A waypoint or an invariant.
struct witness_point {
  enum point_type type;
  bool avoid; // otherwise it is followed
  uint32_t segment; // of a violation, from 0
  const char *file;
  uint32_t line, column; // column 0: not said
  const char *value; // the constraint or the invariant; NULL: none
  const struct yaml *node, *value_node; // where it stands, for messages; the second may be NULL
};
VEC_TYPE(vec_witness_point, struct witness_point)

// What an entry is about.
struct witness_about {
  const struct yaml *files, *hashes, *specification, *data_model;
};
VEC_TYPE(vec_witness_about, struct witness_about)

struct witness {
  const char *name; // of the file; borrowed
  bool is_violation;
  struct arena arena;
  struct text content;
  struct vec_witness_point points; // in order
  uint32_t segments;
  struct vec_witness_about about; // of each entry
  // What clew cannot check, and where it stands; NULL: nothing.
  const char *unsupported;
  const struct yaml *unsupported_node;
};

// False with a message with line and column: it is malformed.
bool witness_read(struct witness *w, const char *file, struct error *error);
void witness_release(struct witness *w);
// How well two names of files fit: the more names of folders are the same, from the last one back. 0: not at all.
uint32_t witness_name_fits(const char *a, const char *b);
// Does the file look like a witness rather than anything else that is checked?
bool witness_is(const char *file);

#endif
