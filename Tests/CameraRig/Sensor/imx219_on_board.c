// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's imx219.c as it is. That driver is found by a device tree alone, which Debian's amd64 kernel is built
 * without, so it is registered here with a name as well.
 */
#include <linux/i2c.h>
#include <linux/slab.h>

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

/*
 * Linux 6.1 frees a sensor with its driver while programs have its node open, and reads it once more when they close
 * the node. So a sensor's memory is never freed here, and taking a sensor away can be tested at all.
 */
#define devm_kzalloc(device, size, flags) kzalloc(size, flags)

#include "imx219.c"
