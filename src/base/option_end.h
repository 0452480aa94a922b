// No guard: the end of an expansion (base/option.h).
#undef FLAG
#undef VALUE
#undef NUMBER
#undef WHOLE
#undef CHOICE
#undef SET
#undef LIST
