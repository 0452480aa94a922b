// The kinds of requests (request.h).
#include "run/request/request.h"

#define TEST_SECONDS 60.0 // for a test suite, where the command line has no limit

const struct request_form request_forms[] = {
    [REQUEST_verify] = {.command = "verify", .proves = true, .speaks_result = true},
    [REQUEST_check] = {.command = "check", .extra = REQUEST_CERTIFICATE, .proves = true, .speaks_result = true},
    [REQUEST_cfa] = {.command = "cfa", .without_engine = true},
    [REQUEST_prune] = {.command = "prune", .capability = ENGINE_UNFOLDS, .keeps_branches = true},
    [REQUEST_paths] = {.command = "paths", .capability = ENGINE_UNFOLDS, .keeps_branches = true},
    [REQUEST_tests] = {.command = "tests",
                       .fills_folder = true,
                       .keeps_branches = true,
                       .only_assertions = true,
                       .seconds = TEST_SECONDS},
    [REQUEST_replay] = {.command = "replay",
                        .without_engine = true,
                        .extra = REQUEST_TEST,
                        .keeps_branches = true,
                        .only_assertions = true},
};
