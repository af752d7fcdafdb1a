/* SPDX-FileCopyrightText: 2026 The WhiteBalance authors */
/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A board with an image sensor, for the camera rig: what is soldered around the kernel's own sensor and lens drivers.
 * The drivers are the kernel's, unmodified. The parts here answer them as hardware would.
 */
#ifndef RIG_BOARD_H
#define RIG_BOARD_H

#include <linux/types.h>

struct fwnode_handle;

/* What a driver wrote into the sensor that the pixels depend on. */
struct sensor_state {
	u32 exposure;		/* lines */
	u32 analogue_code;	/* the gain is 256 / (256 - code) */
	u32 digital_gain;	/* 256 is 1 */
	u32 line_length;	/* pixels */
	u32 frame_length;	/* lines */
	u32 pattern;		/* 0: the scene; 1: a solid colour */
	u32 solid[4];		/* red, green by red, blue, green by blue */
	bool streams;
	u32 lens;		/* 10 bits */
};

/* bus.c: an I2C bus with a sensor's registers and a lens behind it */
int rig_bus_add(void);
void rig_bus_remove(void);
int rig_bus_add_devices(const struct software_node *sensor, const struct software_node *lens);
void rig_bus_remove_devices(void);
void rig_bus_read(struct sensor_state *state);

/* nodes.c: the firmware's description of the board */
int rig_nodes_add(void);
void rig_nodes_remove(void);
struct fwnode_handle *rig_nodes_receiver(void);
const struct software_node *rig_nodes_sensor(void);
const struct software_node *rig_nodes_lens(void);

/* picture.c: what the sensor sees */
enum rig_packing { RIG_BYTES, RIG_WORDS, RIG_PACKED, RIG_PACKED_12 };	/* the last widens samples by two bits */
#define RIG_MOST_SIDE 4096	/* samples in a row, or rows */
struct rig_picture {
	u32 width, height, stride;
	u32 order;		/* where red is: bit 0 its column, bit 1 its row */
	enum rig_packing packing;
	u32 embedded;		/* lines of embedded data before those that are seen, which are as many fewer */
};
void rig_picture_draw(const struct rig_picture *picture, const struct sensor_state *state, u8 *to);
u64 rig_picture_duration(const struct sensor_state *state);

/* receiver.c: the CSI-2 receiver and its capture node */
int rig_receiver_add(void);
void rig_receiver_remove(void);

/* board.c: faults, as bits */
#define RIG_FAULT_SILENT 1	/* no frame comes */
#define RIG_FAULT_BUS 2		/* the sensor does not answer on its bus */
#define RIG_FAULT_DAMAGED 4	/* frames are flagged as damaged */
#define RIG_FAULT_CODE 8	/* the receiver takes another code than it is asked to */
extern uint rig_fault;
/*
 * The lines of embedded data that the receiver takes for lines of the picture. Sensors send such lines, and not every
 * receiver keeps them off.
 */
extern uint rig_embedded;
/* The frames by which settings come later than this sensor's, as from one with a longer pipeline. */
#define RIG_MOST_LATE 4
extern uint rig_late;
/* The number of the frame that is exposed next. Read it after a setting: earlier frames may lack that setting. */
extern uint rig_frame;

#endif
