// Properties: each is a kind of error location (DESIGN: a property is a descriptor and error edges; engines know none).
//
// A descriptor says everything about a property that is data: how it is asked for, how the program is compiled for it,
// what its violation is called in each output. Relations between properties are stated here and nowhere else. Its
// checks are put into the program by a pass (front/check/passes.def); what they mean in a native run is in
// native/meanings.def. docs/adding-a-property.md adds one.
//
// UNREACH, the assertions and error functions that the program has itself, is the one that other modules may name.
#ifndef CLEW_PROPERTY_PROPERTY_H
#define CLEW_PROPERTY_PROPERTY_H
#include <stdbool.h>
#include <stdint.h>

enum property {
#define PROPERTY(identifier, ...) PROPERTY_##identifier,
#define SUBPROPERTY PROPERTY
#include "property/properties.def"
#undef SUBPROPERTY
#undef PROPERTY
};
typedef uint32_t properties; // a set: 1u << property
#define PROPERTY_SET(identifier) (1u << PROPERTY_##identifier)
// In a native run: the function that is called where a check in the program fails.
#define PROPERTY_VIOLATED "clew_violation"
// Texts of errors where the program itself says that no path goes on: without a check, too, a path ends there.
#define PROPERTY_TEXT_UNREACHABLE "a place that the program says cannot be reached"
#define PROPERTY_TEXT_ASSUMED "an assumption for the compiler (__builtin_assume) that does not hold"

// What other modules have to know of a property, without knowing which it is.
enum property_trait {
  TRAIT_WRITTEN = 1 << 0, // the program itself states it: assertions, error functions
  TRAIT_SOURCE = 1 << 1, // the compiler makes its checks from C: bitcode has none
  TRAIT_UNDEFINED = 1 << 2, // whatever C leaves undefined is checked: objects are aligned and initialised as C asks for
  TRAIT_OBJECTS = 1 << 3, // objects have bounds and lifetimes, and pointers an object
  TRAIT_ACCESSES = 1 << 4, // accesses lie inside of live objects
  TRAIT_FREES = 1 << 5, // blocks are freed once
  TRAIT_AT_END = 1 << 6, // it is violated where the program ends, not where the mistake is
  TRAIT_LOST = 1 << 7, // blocks that nothing points to any more are violations
  TRAIT_ALL_FREED = 1 << 8, // so are all blocks, however the program ends
  TRAIT_EVALUATION = 1 << 9, // the evaluation of a witness's expressions must not violate it
};

// Checks of one group are counted together in reports, in this order; those without a group are counted each.
enum property_group { GROUP_OWN, GROUP_ASSERTIONS, GROUP_MEMORY, GROUP_UNDEFINED, GROUP_LEAKS, N_GROUPS };

enum { PROPERTY_FLAGS = 6 };

struct property_descriptor {
  // --- how it is asked for
  const char *name; // in results, tasks, automata, JSON: "no-overflow"; it never changes
  const char *word; // of --check; "": none
  properties includes; // what the word asks for besides; the compiler's flags for it are for these, too
  const char *formula; // in a property file, LTL(G …); NULL: property files cannot ask for it, and it has no witness
  uint32_t traits; // a set of enum property_trait
  // --- how the program is compiled
  const char *flags[PROPERTY_FLAGS]; // clang's, where it is checked
  const char *flags_unchecked[PROPERTY_FLAGS]; // where it is not
  struct {
    const char *kind, *text; // NULL: nothing
  } assumed_unchecked; // what a TRUE rests on where it is not checked
  // --- a run by hand: what the command in a harness says
  const char *run_flags; // clang's; NULL: none
  const char *breakpoint; // the function that a sanitizer calls where it is violated; NULL: none does
  // --- words
  enum property_group group;
  const char *title; // of its counts, where it is the only one of its group that is checked; NULL: that of the group
  const char *violation; // "A signed integer overflow" (can be reached)
  const char *excluded; // "signed integer overflow"
  const char *unchecked; // in the list of what was not checked; NULL: as `excluded`
  const char *happens; // "A signed integer overflow can happen"
  const char *subject; // the operations that are checked: "memory accesses"
  const char *violating; // a C expression that violates it, with __witness_one and __witness_null; NULL: there is none
  struct {
    const char *name, *violation, *help;
  } rule; // of SARIF; its identifier is clew/ and the name of the property
};
extern const struct property_descriptor property_table[];
extern const uint32_t property_count;
extern const char *const property_names[]; // with NULL at the end

// --- relations ------------------------------------------------------------------------------------------------------
properties property_with(uint32_t traits); // those that have one of them
properties property_with_formula(void); // that a property file can ask for
bool property_has(enum property property, enum property_trait trait);
// The set that words of --check ask for; bit k is the k-th word.
properties property_of_words(uint32_t words);
properties property_of_all_words(void);
bool property_named(const char *name, enum property *out); // False: there is none.
// The compiler's flags for a program that is checked for these: the k-th; NULL: there are no more.
const char *property_flag(properties checked, uint32_t k);

// A group, or a property that is in none.
struct property_kind {
  const char *name, *title; // "memory", "Memory accesses"
  properties of;
};
bool property_kind(uint32_t k, struct property_kind *out); // False: there are no more.
properties property_kind_of(enum property property); // those that are counted with it
const char *property_kind_title(const struct property_kind *kind, properties checked);

// --- the option --check: base/table/options.def --------------------------------------------------------------------
extern const char property_words[]; // "|assert|overflow"…
#define PROPERTY_WORDS (property_words + 1)
extern const char property_help[];

#endif
