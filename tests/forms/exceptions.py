"""What is declared not checked, and reports of sanitizers that are wrong."""
import fnmatch

# Forms whose violation clew may call TRUE, and a sentence of the documentation that says so.
NOT_CHECKED = []
# Reports on programs that C allows: form, compiler, report, why.
FALSE_REPORTS = [
    ("bitint100.*", "msan64", "msan:*", "MSan does not clear the shadow of the padding of a _BitInt"),
]


def exception_of(form, bits):
    return next((row for row in NOT_CHECKED if fnmatch.fnmatch(form.name, row[0])), None)


def false_report(form, compiler, report):
    return any(fnmatch.fnmatch(form.name, name) and fnmatch.fnmatch(compiler, at) and fnmatch.fnmatch(report, what) for name, at, what, _ in FALSE_REPORTS)
