// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/* The sensor's I2C bus: registers with addresses of 16 bits at one address, a lens that takes words at another. */
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/property.h>

#include "board.h"

#define BUS_NUMBER 60
#define SENSOR_ADDRESS 0x10
#define LENS_ADDRESS 0x0c

/* Registers of the IMX219, by the names of its driver (drivers/media/i2c/imx219.c). */
#define CHIP_ID 0x0000
#define MODE_SELECT 0x0100
#define ANALOG_GAIN 0x0157
#define DIGITAL_GAIN 0x0158
#define EXPOSURE 0x015a
#define FRAME_LENGTH 0x0160
#define LINE_LENGTH 0x0162
#define TEST_PATTERN 0x0600
#define TEST_PATTERN_COLOURS 0x0602

static u8 registers[0x10000];
static u16 cursor;
static u16 lens_word;
static DEFINE_MUTEX(registers_lock);

static struct i2c_client *sensor_client, *lens_client;

static void sensor_message(struct i2c_msg *message)
{
	u16 at;

	if (message->flags & I2C_M_RD) {
		for (at = 0; at < message->len; at++)
			message->buf[at] = registers[cursor++];
		return;
	}
	if (message->len < 2)
		return;
	cursor = message->buf[0] << 8 | message->buf[1];
	for (at = 2; at < message->len; at++)
		registers[cursor++] = message->buf[at];
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int index, result = count;

	mutex_lock(&registers_lock);
	for (index = 0; index < count && result == count; index++) {
		struct i2c_msg *message = &messages[index];

		if (message->addr == SENSOR_ADDRESS && !(rig_fault & RIG_FAULT_BUS))
			sensor_message(message);
		else if (message->addr == LENS_ADDRESS && message->len == 2 && !(message->flags & I2C_M_RD))
			lens_word = message->buf[0] << 8 | message->buf[1];
		else
			result = -EREMOTEIO;	/* nobody acknowledges the address */
	}
	mutex_unlock(&registers_lock);
	return result;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.name = "rig sensor bus",
	.algo = &algorithm,
	.nr = BUS_NUMBER,
};

static u32 word(u16 address)
{
	return registers[address] << 8 | registers[address + 1];
}

void rig_bus_read(struct sensor_state *state)
{
	int colour;

	mutex_lock(&registers_lock);
	state->exposure = word(EXPOSURE);
	state->analogue_code = registers[ANALOG_GAIN];
	state->digital_gain = word(DIGITAL_GAIN);
	state->line_length = word(LINE_LENGTH);
	state->frame_length = word(FRAME_LENGTH);
	state->pattern = word(TEST_PATTERN);
	for (colour = 0; colour < 4; colour++)
		state->solid[colour] = word(TEST_PATTERN_COLOURS + 2 * colour);
	state->streams = registers[MODE_SELECT] & 1;
	state->lens = lens_word >> 4 & 0x3ff;	/* 4 bits of slew rate below the position */
	mutex_unlock(&registers_lock);
}

int rig_bus_add(void)
{
	registers[CHIP_ID] = 0x02;
	registers[CHIP_ID + 1] = 0x19;
	return i2c_add_numbered_adapter(&adapter);
}

void rig_bus_remove(void)
{
	i2c_del_adapter(&adapter);
}

int rig_bus_add_devices(const struct software_node *sensor, const struct software_node *lens)
{
	struct i2c_board_info sensor_info = { I2C_BOARD_INFO("imx219", SENSOR_ADDRESS), .swnode = sensor };
	struct i2c_board_info lens_info = { I2C_BOARD_INFO("dw9714", LENS_ADDRESS), .swnode = lens };

	/* The lens first: the sensor's description refers to it. */
	lens_client = i2c_new_client_device(&adapter, &lens_info);
	if (IS_ERR(lens_client))
		return PTR_ERR(lens_client);
	sensor_client = i2c_new_client_device(&adapter, &sensor_info);
	if (IS_ERR(sensor_client)) {
		i2c_unregister_device(lens_client);
		return PTR_ERR(sensor_client);
	}
	return 0;
}

void rig_bus_remove_devices(void)
{
	i2c_unregister_device(sensor_client);
	i2c_unregister_device(lens_client);
}
