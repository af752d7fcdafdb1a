#ifndef CPNG_SHIM_H
#define CPNG_SHIM_H

#include <png.h>

// Macros that Swift does not import.
static const png_uint_32 CPNG_ImageVersion = PNG_IMAGE_VERSION;
static const png_uint_32 CPNG_RGB = PNG_FORMAT_RGB;

#endif
