"""What is declared not checked, reports of sanitizers that are wrong, and how many verdicts may be UNKNOWN."""
import fnmatch
import os

# Violations that clew may call TRUE: form; words of docs/properties.md or docs/assumptions.md that say so; the assumption that the TRUE has to name, or None.
NOT_CHECKED = [
    ("pointer.leaves/undefined", "pointer arithmetic that leaves its object without wrapping around", None),
    ("pointer.before/undefined", "pointer arithmetic that leaves its object without wrapping around", None),
    ("compare.objects/undefined", "comparing and subtracting pointers into different objects", None),
    ("subtract.objects/undefined", "comparing and subtracting pointers into different objects", None),
    ("subtract.freed/undefined", "comparing and subtracting pointers into different objects", None),
    ("call.type/undefined", "a call through a pointer to a function of another type", None),
    ("return.missing/undefined", "a missing `return` whose value is only copied", None),
    ("*.atomic=/sum*", "overflow of `++`, `--`, `+=` and `-=` of `_Atomic` objects", None),
    ("*.atomic=/difference", "overflow of `++`, `--`, `+=` and `-=` of `_Atomic` objects", None),
    ("*.atomic/*inc", "overflow of `++`, `--`, `+=` and `-=` of `_Atomic` objects", None),
    ("*.atomic/*dec", "overflow of `++`, `--`, `+=` and `-=` of `_Atomic` objects", None),
    ("constant.compound/undefined", "a `const` compound literal in a function", None),
    ("complex*.ignored/*", "the program means what clang makes of it", None),  # clang does not read a complex value that nobody uses
    ("bool.atomic/invalid", "an `_Atomic _Bool` with another value", None),
    ("strcpy.overlap/overlap", "overlapping texts of `strcpy` and its like", None),
    ("loop.scope/undefined", "that the local is not used in a later iteration than its own", "lifetime"),
    ("literal.scope/undefined", "scope was left that the compiler does not mark (compound literals", "lifetime"),
    ("temporary.returned/undefined", "scope was left that the compiler does not mark (compound literals, temporaries", "lifetime"),
]
# Reports on programs that C allows: form, compiler, report, why.
FALSE_REPORTS = [
    ("bitint100.*", "msan64", "msan:*", "MSan does not clear the shadow of the padding of a _BitInt"),
]
# An array inside of a larger object: no sanitizer, and no check of clew, sees its end where only the address of the element is made there and the access is elsewhere.
INSIDE = ("inner", "matrix", "unionarray", "trailing", "trailingpointer", "nestedtrailing")
HANDED_ON = ("result", "inline", "memcpy*", "memset", "memchr", "memmove", "mempcpy", "memcmp", "bzero", "builtinmem*", "pointerto", "callback*", "decay", "arrow", "swap", "qsort*", "recursive", "vararg", "outer",
             "str*", "modf", "frexp", "sscanf", "structpointer", "expected", "alignedread", "offsetof", "byte")
HANDED_ON_WORDS = "not where the address was kept in memory or passed on to the C library before the access"
# Disagreements that are known and not mended: the sample leaves them out, `run --all` fails on them.
OPEN = []
# Of a hundred programs so many may be UNKNOWN; in the sample as well.
UNKNOWN_PERCENT = 4


def exception_of(form, is_reported):
    kind = form.way.split(".")[1]
    if form.violation in INSIDE and not is_reported and any(fnmatch.fnmatchcase(kind, name) for name in HANDED_ON):
        return form.name, HANDED_ON_WORDS, None
    return next((row for row in NOT_CHECKED if fnmatch.fnmatchcase(form.name, row[0])), None)


def false_report(form, compiler, report):
    return any(fnmatch.fnmatchcase(form.name, name) and compiler == at and fnmatch.fnmatchcase(report, what) for name, at, what, _ in FALSE_REPORTS)


def is_open(form):
    return any(fnmatch.fnmatchcase(form.name, name) for name in OPEN)


def undocumented(root):
    """Rows whose words the documentation does not have."""
    text = "".join(open(os.path.join(root, "docs", name)).read() for name in ("properties.md", "assumptions.md"))
    text = " ".join(text.split())
    return [f"the documentation does not say: {words}" for words in {row[1] for row in NOT_CHECKED} | {HANDED_ON_WORDS} if words not in text]


def stale(forms):
    """Rows that no form needs."""
    names = [form.name for form in forms]
    return [f"no form for the exception {row[0]}" for row in NOT_CHECKED + FALSE_REPORTS if not fnmatch.filter(names, row[0])]
