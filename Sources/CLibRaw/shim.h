#ifndef CLIBRAW_SHIM_H
#define CLIBRAW_SHIM_H

#include <libraw/libraw.h>

#endif
