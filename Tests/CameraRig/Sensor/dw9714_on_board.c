// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's dw9714.c as it is. Its memory is kept for the reason that imx219_on_board.c tells. */
#include <linux/i2c.h>
#include <linux/slab.h>

#define devm_kzalloc(device, size, flags) kzalloc(size, flags)

#include "dw9714.c"
