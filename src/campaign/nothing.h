// Is there anything to check? Asked for assertions only, a program that has neither an assertion nor a call of an error
// function gets UNKNOWN(nothing-to-check).
#ifndef CLEW_CAMPAIGN_NOTHING_H
#define CLEW_CAMPAIGN_NOTHING_H
#include "run/job.h"

// Does no function that may be called, or that a function without a body may call back, have an error location?
bool nothing_to_check(const struct job *job);
// The same, for assertions that were asked for without a property file, of the text of the program as well: the
// compiler leaves out an assertion whose condition is a constant, and that counts as proved.
bool nothing_is_asserted(struct job *job);

#endif
