"""All forms: the whole cross product, and the part of it that `run --all` takes."""
import zlib

import accesses
import arithmetic
import exceptions
import kinds
import library

CORE = ("null", "misaligned", "globalindex", "heapend", "freed", "stackend", "block")
SAMPLE = 125  # forms, of two programs each
SLOW = ("sscanf.", "vsprintf.", "sprintf.", "snprintf.", "strtod.", "int.sscanf")  # their models take seconds


def every_form():
    yield from accesses.all_accesses()
    yield from arithmetic.all_arithmetic()
    yield from library.all_library()
    yield from kinds.all_kinds()


def digest(form):
    return zlib.crc32(form.name.encode())


def thinned(forms):
    """Each way meets a place of CORE, or some violation; each type, and each kind of access that many types have, meets each violation."""
    types = {}
    for form in forms:
        of, kind = form.way.split(".")
        types.setdefault(kind, set()).add(of)

    def pairs(form):
        of, kind = form.way.split(".")
        return {(of, form.violation), (form.way, form.violation in CORE)} | ({(kind, form.violation)} if len(types[kind]) >= 10 else set())

    chosen, seen, rest = set(), set(), sorted(forms, key=digest)
    for least in (3, 2, 1):
        for form in rest:
            if form not in chosen and len(pairs(form) - seen) >= least:
                chosen.add(form)
                seen |= pairs(form)
    return [form for form in forms if form in chosen]


def all_forms():
    return thinned(list(every_form()))


def sample():
    """For each violation a form, and as many others: the same ones each time."""
    first, others, seen = [], [], set()
    for form in sorted(all_forms(), key=digest):
        if not form.name.startswith(SLOW):
            (others if form.violation in seen else first).append(form)
            seen.add(form.violation)
    return [form for form in first + others[:SAMPLE - len(first)] if not exceptions.is_open(form)]


def sample_keys():
    """The programs of the sample: each form in one data model."""
    for form in sample():
        for twin in form.twins():
            yield form.name, form.bits[digest(form) // 7 % len(form.bits)], twin
