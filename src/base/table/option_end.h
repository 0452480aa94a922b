// No guard: the end of an expansion (base/table/option.h).
#undef FLAG
#undef VALUE
#undef NUMBER
#undef WHOLE
#undef CHOICE
#undef SET
#undef LIST
#undef OPTION_TAGS
