// Escape sequences of terminals.
#ifndef CLEW_BASE_TEXT_COLOUR_H
#define CLEW_BASE_TEXT_COLOUR_H

#define COLOUR_OFF "\033[0m"
#define COLOUR_BOLD "\033[1m"
#define COLOUR_DIM "\033[2m"
#define COLOUR_VALUE "\033[36m"
#define COLOUR_TRUE "\033[1;32m"
#define COLOUR_FALSE "\033[1;31m"
#define COLOUR_UNKNOWN "\033[1;33m"
#define COLOUR_WARNING "\033[35m"

#endif
