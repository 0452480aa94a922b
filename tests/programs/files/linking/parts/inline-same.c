#include "inline-same.h"
extern inline int same(void);
