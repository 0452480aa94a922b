// `clew verify`: the program is read, one engine or many (cli/auto.h) decide it, the result is reported; `clew cfa`.
#include "base/alloc.h"
#include "base/output.h"
#include "cli/command.h"
#include "cli/verification.h"
#include <stdio.h>
#include <unistd.h>

int command_verify(int argc, char **argv) {
  struct session session;
  int status;
  if (!session_open(&session, "verify", NULL, true, argc, argv, &status)) return status;
  struct verification v;
  verification_init(&v, &session);
  struct error error = {0};
  if (session.property.unsupported) {
    v.reason = REASON_UNSUPPORTED;
    struct text text = {0};
    text_printf(&text, "the property %s", session.property.unsupported);
    mem_free(session.property.unsupported);
    v.detail = session.property.unsupported = mem_strdup(text_cstr(&text));
    text_release(&text);
    session.limits.started = clock_now();
  } else if (session_load(&session, &error)) {
    verification_run(&v,
                     &(struct verification_plan){.engine = session.options.engine_used,
                                                 .options = session.options.engine_options,
                                                 .statistics = session.statistics,
                                                 .no_look = session.options.no_probe},
                     &error);
  } else if (!error.status) {
    v.reason = limits_reason(&session.limits);
  }
  verification_finish(&v);
  if (error.status) {
    session_complain(&session, error.message);
    status = error.status;
    error_release(&error);
  } else {
    status = verification_report(&v, argc + 2, argv - 2); // with the program and the command
  }
#ifndef CLEW_DEBUG
  // Giving back gigabytes piece by piece would take longer than the process lives.
  fflush(NULL);
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
