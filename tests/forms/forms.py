"""All forms: the whole cross product, and the part of it that `run --all` takes."""
import zlib

import accesses
import arithmetic
import kinds
import library

CORE = ("null", "misaligned", "globalindex", "heapend", "freed", "stackend", "block")


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
