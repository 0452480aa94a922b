// Values of JSON that several files of the report make.
#ifndef CLEW_REPORT_JSON_VALUE_H
#define CLEW_REPORT_JSON_VALUE_H
#include "base/error.h"
#include "base/text/json.h"
#include "base/text/text.h"
#include <stdbool.h>

struct cfa;
struct report;
json_t *json_value_kinds(const struct report *report); // how many checks of each kind have which status
json_t *json_value_assertions(const struct report *report);
json_t *json_value_report(const struct report *report); // everything (docs/json-format.md)
// The inputs of a counterexample in short: "x = 3, y = 4", by the variables that get them, if there are such; appended.
void json_value_inputs(const json_t *counterexample, struct text *out);
void json_value_print(const json_t *root, struct text *out); // as the files have it; appended
bool json_value_write(const json_t *root, const char *file, struct error *error);
// The same as SARIF 2.1.0: `root` is the document of json_value_report. The automaton knows where its files are; may be
// NULL.
json_t *json_value_sarif(const json_t *root, const struct cfa *cfa);

#endif
