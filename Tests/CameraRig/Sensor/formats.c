// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/* Formats on the bus between sensor and receiver, and in memory. */
#include "receiver.h"

const struct rig_format rig_formats[RIG_FORMATS] = {
	{ MEDIA_BUS_FMT_SRGGB10_1X10, V4L2_PIX_FMT_SRGGB10, 0, RIG_WORDS },
	{ MEDIA_BUS_FMT_SRGGB10_1X10, V4L2_PIX_FMT_SRGGB10P, 0, RIG_PACKED },
	{ MEDIA_BUS_FMT_SRGGB10_1X10, V4L2_PIX_FMT_SRGGB12P, 0, RIG_PACKED_12 },
	{ MEDIA_BUS_FMT_SGRBG10_1X10, V4L2_PIX_FMT_SGRBG10, 1, RIG_WORDS },
	{ MEDIA_BUS_FMT_SGRBG10_1X10, V4L2_PIX_FMT_SGRBG10P, 1, RIG_PACKED },
	{ MEDIA_BUS_FMT_SGRBG10_1X10, V4L2_PIX_FMT_SGRBG12P, 1, RIG_PACKED_12 },
	{ MEDIA_BUS_FMT_SGBRG10_1X10, V4L2_PIX_FMT_SGBRG10, 2, RIG_WORDS },
	{ MEDIA_BUS_FMT_SGBRG10_1X10, V4L2_PIX_FMT_SGBRG10P, 2, RIG_PACKED },
	{ MEDIA_BUS_FMT_SGBRG10_1X10, V4L2_PIX_FMT_SGBRG12P, 2, RIG_PACKED_12 },
	{ MEDIA_BUS_FMT_SBGGR10_1X10, V4L2_PIX_FMT_SBGGR10, 3, RIG_WORDS },
	{ MEDIA_BUS_FMT_SBGGR10_1X10, V4L2_PIX_FMT_SBGGR10P, 3, RIG_PACKED },
	{ MEDIA_BUS_FMT_SBGGR10_1X10, V4L2_PIX_FMT_SBGGR12P, 3, RIG_PACKED_12 },
	{ MEDIA_BUS_FMT_SRGGB8_1X8, V4L2_PIX_FMT_SRGGB8, 0, RIG_BYTES },
	{ MEDIA_BUS_FMT_SGRBG8_1X8, V4L2_PIX_FMT_SGRBG8, 1, RIG_BYTES },
	{ MEDIA_BUS_FMT_SGBRG8_1X8, V4L2_PIX_FMT_SGBRG8, 2, RIG_BYTES },
	{ MEDIA_BUS_FMT_SBGGR8_1X8, V4L2_PIX_FMT_SBGGR8, 3, RIG_BYTES },
};

const struct rig_format *rig_format_of_code(u32 code)
{
	int at;

	for (at = 0; at < RIG_FORMATS; at++)
		if (rig_formats[at].code == code)
			return &rig_formats[at];
	return NULL;
}

const struct rig_format *rig_format_of_fourcc(u32 fourcc)
{
	int at;

	for (at = 0; at < RIG_FORMATS; at++)
		if (rig_formats[at].fourcc == fourcc)
			return &rig_formats[at];
	return NULL;
}

/* The code at an index among those that differ, or 0. */
u32 rig_code_at(u32 index)
{
	int at;

	for (at = 0; at < RIG_FORMATS; at++)
		if ((at == 0 || rig_formats[at].code != rig_formats[at - 1].code) && index-- == 0)
			return rig_formats[at].code;
	return 0;
}
