// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's imx219.c as it is. That driver is found by a device tree alone, which Debian's amd64 kernel is built without, so it is
 * registered here with a name as well.
 */
#include <linux/i2c.h>

static const struct i2c_device_id names[] = {
	{ "imx219" },
	{ }
};

static int add_with_name(struct i2c_driver *driver)
{
	driver->id_table = names;
	return i2c_register_driver(THIS_MODULE, driver);
}

#undef i2c_add_driver
#define i2c_add_driver(driver) add_with_name(driver)

#include "imx219.c"
