#ifndef CLITTLECMS_SHIM_H
#define CLITTLECMS_SHIM_H

#include <lcms2.h>
#include <lcms2_plugin.h>

// The pixel formats are macros that call macros, which Swift does not import.
static const cmsUInt32Number CLittleCMS_RGBDouble = TYPE_RGB_DBL;
static const cmsUInt32Number CLittleCMS_XYZDouble = TYPE_XYZ_DBL;

#endif
