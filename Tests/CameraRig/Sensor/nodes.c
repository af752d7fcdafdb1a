// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/* The board as firmware describes it: a sensor and a receiver whose ports are connected, and the sensor's lens. */
#include <linux/kernel.h>
#include <linux/property.h>

#include "board.h"

#define BUS_TYPE_CSI2_DPHY 4	/* Documentation/devicetree/bindings/media/video-interfaces.yaml */

enum { RECEIVER, RECEIVER_PORT, RECEIVER_END, SENSOR, SENSOR_PORT, SENSOR_END, LENS, COUNT };

static const struct software_node nodes[COUNT];
static const u32 lanes[] = { 1, 2 };
static const u64 link_frequencies[] = { 456000000 };

static const struct property_entry receiver_end[] = {
	PROPERTY_ENTRY_U32("bus-type", BUS_TYPE_CSI2_DPHY),
	PROPERTY_ENTRY_U32_ARRAY("data-lanes", lanes),
	PROPERTY_ENTRY_REF("remote-endpoint", &nodes[SENSOR_END]),
	{ }
};

static const struct property_entry sensor_end[] = {
	PROPERTY_ENTRY_U32("bus-type", BUS_TYPE_CSI2_DPHY),
	PROPERTY_ENTRY_U32_ARRAY("data-lanes", lanes),
	PROPERTY_ENTRY_U64_ARRAY("link-frequencies", link_frequencies),
	PROPERTY_ENTRY_REF("remote-endpoint", &nodes[RECEIVER_END]),
	{ }
};

static const struct property_entry sensor[] = {
	PROPERTY_ENTRY_U32("rotation", 0),
	PROPERTY_ENTRY_U32("orientation", 1),	/* looks back */
	PROPERTY_ENTRY_REF("lens-focus", &nodes[LENS]),
	{ }
};

static const struct software_node nodes[COUNT] = {
	[RECEIVER] = { .name = "rig-receiver" },
	[RECEIVER_PORT] = { .name = "port@0", .parent = &nodes[RECEIVER] },
	[RECEIVER_END] = { .name = "endpoint@0", .parent = &nodes[RECEIVER_PORT], .properties = receiver_end },
	[SENSOR] = { .name = "rig-sensor", .properties = sensor },
	[SENSOR_PORT] = { .name = "port@0", .parent = &nodes[SENSOR] },
	[SENSOR_END] = { .name = "endpoint@0", .parent = &nodes[SENSOR_PORT], .properties = sensor_end },
	[LENS] = { .name = "rig-lens" },
};

static const struct software_node *group[COUNT + 1];

int rig_nodes_add(void)
{
	int index;

	for (index = 0; index < COUNT; index++)
		group[index] = &nodes[index];
	return software_node_register_node_group(group);
}

void rig_nodes_remove(void)
{
	software_node_unregister_node_group(group);
}

struct fwnode_handle *rig_nodes_receiver(void)
{
	return software_node_fwnode(&nodes[RECEIVER]);
}

const struct software_node *rig_nodes_sensor(void)
{
	return &nodes[SENSOR];
}

const struct software_node *rig_nodes_lens(void)
{
	return &nodes[LENS];
}
