// `clew verify`: the program is read, one engine or many (cli/auto.h) decide it, the result is reported; `clew cfa`.
#include "base/alloc.h"
#include "base/output.h"
#include "cli/all.h"
#include "cli/auto.h"
#include "cli/command.h"
#include "cli/nothing.h"
#include "cli/stages.h"
#include "cli/verify.h"
#include <stdio.h>
#include <unistd.h>

static void refuse_property(struct verification *v) {
  struct session *session = v->session;
  text_printf(&v->explanation, "the property %s", session->specification.unsupported);
  verification_refuse(v, REASON_UNSUPPORTED, text_cstr(&v->explanation));
  session->limits.started = clock_now();
}

bool verify_run(struct verification *v, int argc, char **argv, int *status, struct error *error) {
  const struct options *options = &v->session->options;
  if (options->engine_used->schedules) return auto_run(v, argc, argv, status, error);
  struct verification_plan plan = {.engine = options->engine_used,
                                   .options = options->engine_options,
                                   .statistics = v->session->statistics,
                                   .no_look = options->no_probe};
  verification_run(v, &plan, error);
  return true;
}

int verify_report(struct verification *v, int argc, char **argv, const int *reported, struct error *error) {
  verification_finish(v);
  int status = error->status;
  if (status) session_complain(v->session, error->message);
  else status = reported ? *reported : verification_report(v, argc, argv);
  error_release(error);
  return status;
}

// One run; with --all several.
static int verify(struct verification *v, int argc, char **argv) {
  struct session *session = v->session;
  struct error error = {0};
  bool reports = true;
  int status = EXIT_INTERNAL;
  if (session->specification.unsupported) refuse_property(v);
  else if (session_read(session, &error)) {
    if (nothing_is_asserted(session)) verification_refuse(v, REASON_NOTHING, NULL);
    else if (stages_wanted(session)) return stages_run(v, argc, argv);
    else if (!session_reduce(session, &error)) {
      if (!error.status) v->reason = limits_reason(&session->limits);
    } else if (session->options.all) return all_run(v, argc, argv);
    else reports = verify_run(v, argc, argv, &status, &error);
  } else if (!error.status) v->reason = limits_reason(&session->limits);
  return verify_report(v, argc, argv, reports ? NULL : &status, &error);
}

int command_verify(int argc, char **argv) {
  struct session session;
  int status;
  if (!session_open(&session, "verify", NULL, true, argc, argv, &status)) return status;
  struct verification v;
  verification_init(&v, &session);
  status = verify(&v, argc + 2, argv - 2); // the whole command line: with the program and the command
#ifndef CLEW_DEBUG
  // Giving back gigabytes piece by piece would take longer than the process lives.
  session_end(&session);
  _exit(status);
#endif
  verification_release(&v);
  session_release(&session);
  return status;
}

// --- clew cfa ----------------------------------------------------------------------------

int command_cfa(int argc, char **argv) {
  struct session session;
  int status;
  if (!session_open(&session, "cfa", NULL, false, argc, argv, &status)) return status;
  struct error error = {0};
  struct text out = {0};
  bool good = session_load(&session, &error);
  if (good) {
    if (session.options.dot) cfa_print_dot(session.cfa, &out);
    else cfa_print(session.cfa, &out);
  }
  session_settle(&session);
  if (good) good = output_write("-", &out, &error);
  status = 0;
  if (!good) {
    session_complain(&session, error.status ? error.message : reason_sentence(limits_reason(&session.limits)));
    status = error.status ? error.status : EXIT_UNKNOWN;
  }
  error_release(&error);
  text_release(&out);
  session_release(&session);
  return status;
}
