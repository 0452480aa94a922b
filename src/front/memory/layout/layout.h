// Where a program's result may depend on the addresses that objects have: that is listed as an assumption.
#ifndef CLEW_FRONT_MEMORY_LAYOUT_LAYOUT_H
#define CLEW_FRONT_MEMORY_LAYOUT_LAYOUT_H

struct front;

void layout_find(struct front *f); // where the addresses of objects may decide (layout/)

#endif
