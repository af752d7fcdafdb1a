// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/* The board as a module: its parts come and go together, and a test may set what is wrong with it. */
#include <linux/clk-provider.h>
#include <linux/clkdev.h>
#include <linux/module.h>

#include "board.h"

#define CLOCK_RATE 24000000	/* what imx219.c asks for */

uint rig_fault;
module_param_named(fault, rig_fault, uint, 0644);
uint rig_embedded;
module_param_named(embedded, rig_embedded, uint, 0644);
uint rig_late;
module_param_named(late, rig_late, uint, 0644);
uint rig_frame;
module_param_named(frame, rig_frame, uint, 0444);

static struct clk_hw *clock;
static struct clk_lookup *lookup;

static int __init rig_board_init(void)
{
	int result = rig_nodes_add();

	if (result)
		return result;
	clock = clk_hw_register_fixed_rate(NULL, "rig-sensor-clock", NULL, 0, CLOCK_RATE);
	if (IS_ERR(clock)) {
		result = PTR_ERR(clock);
		goto no_clock;
	}
	lookup = clkdev_hw_create(clock, NULL, "60-0010");	/* the sensor's device: its bus and address */
	if (!lookup) {
		result = -ENOMEM;
		goto no_lookup;
	}
	result = rig_bus_add();
	if (result)
		goto no_bus;
	result = rig_receiver_add();
	if (result)
		goto no_receiver;
	result = rig_bus_add_devices(rig_nodes_sensor(), rig_nodes_lens());
	if (!result)
		return 0;

	rig_receiver_remove();
no_receiver:
	rig_bus_remove();
no_bus:
	clkdev_drop(lookup);
no_lookup:
	clk_hw_unregister_fixed_rate(clock);
no_clock:
	rig_nodes_remove();
	return result;
}

static void __exit rig_board_exit(void)
{
	rig_bus_remove_devices();
	rig_receiver_remove();
	rig_bus_remove();
	clkdev_drop(lookup);
	clk_hw_unregister_fixed_rate(clock);
	rig_nodes_remove();
}

module_init(rig_board_init);
module_exit(rig_board_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A board for the kernel's own image sensor and lens drivers");
