// Candidates for interpolants: relations among variables, of the kinds that loop folding collects (SlowBeast,
// section 4.3) and a few more.
//
// Candidates have a class: relations between variables are more likely to hold elsewhere in the program than values of
// variables are.
#ifndef CLEW_SOLVE_INTERPOLATE_RELATIONS_H
#define CLEW_SOLVE_INTERPOLATE_RELATIONS_H
#include "solve/interpolate/interpolator.h"

enum { CLASS_RELATION, CLASS_BOUND, CLASS_EQUAL, CLASS_CARRIED, CLASS_VALUE, CLASS_COUNT };

struct relations {
  struct interpolator *ip;
  struct terms *tm;
  const struct problem *p;       // whose guards are carried back to the cut; NULL: none are
  uint32_t max_values;           // terms that relations are about, at one cut
  bool for_iterations; // relations that iterations of a loop keep are wanted, more than those of one visit
  struct vec_term constants; // bit-vector constants of the path
  struct vec_term atoms; // comparisons and equations in guards
  struct vec_u32 atom_steps;
  struct vec_term reads; // select terms over variables and constants
  bool has_signed, has_unsigned; // comparisons in guards
  // At the cut at hand.
  uint32_t cut;
  struct vec_term values, samples; // what relations are about, and its values in a model
  struct vec_term candidates;
  struct map_u32 seen; // offered at this cut
  uint32_t class; // of what is being offered
  struct map_u32 classes; // of all candidates, at all cuts
};

// Is the formula over some of these variables and nothing else?
bool relations_over(struct relations *r, const struct vec_term *live, struct term t);
// Notes the constants, atoms and reads in a guard or a value of the step; nothing below a term that is in *seen, to
// which it adds.
void relations_scan(struct relations *r, struct term root, uint32_t step, bool is_guard, struct map_u32 *seen);
// Fills `values`: the first max_values among the variables and the reads of them.
void relations_values(struct relations *r, const struct vec_term *live);
// Offers one candidate; the class says what it is.
void relations_offer(struct relations *r, struct term t);
// Fills `candidates` from the values and their samples.
void relations_offer_all(struct relations *r, const struct vec_term *live);
// The candidates of some classes (a bit for each) that are needed for the conflict with `fixed`. False: they do not
// suffice.
bool relations_core(struct relations *r, const struct vec_term *fixed, const struct vec_term *holds, uint32_t classes,
                    struct vec_term *core);
void relations_release(struct relations *r);
bool terms_have(const struct vec_term *list, uint32_t id);

#endif
