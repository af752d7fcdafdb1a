// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the sensor sees: a neutral card in the middle half of the picture, before a striped wall of another colour,
 * sharp where the lens is right. Samples have 10 bits, black at 64, shot noise of a well of 10 000 electrons, and read
 * noise of 3.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/string.h>

#include "board.h"

#define PIXEL_RATE 182400000ULL
#define BLACK 64
#define WHITE 1023
#define WELL 10000		/* electrons */
#define READ_VARIANCE 9		/* electrons squared */
#define ONE 65536		/* a share of the well, or a gain, of 1 */
#define UNIT_TIME 10000000ULL	/* ns: the exposure for which light is stated */
#define STRIPE 8		/* columns */

/* The light of the card in 1/1000 of the well, collected in 10 ms: red, green, blue. */
static uint light[3] = { 100, 200, 150 };
module_param_array(light, uint, NULL, 0644);
/* Whether samples have noise. */
static bool noise = true;
module_param(noise, bool, 0644);
/* The lens position at which the wall is sharp. */
static uint focus = 500;
module_param(focus, uint, 0644);

/* The wall's colours in 1/256 of the card's, and the contrast of its stripes in 1/256 where it is sharp. */
static const u32 wall[3] = { 300, 160, 90 };
#define CONTRAST 64
#define HALF_CONTRAST 60	/* lens positions from the sharpest at which the contrast is half */

/* A mean and its noise, in 1/256 of a sample. */
struct level {
	s32 mean, sigma;
};

/* Noise of mean 0 and a deviation of 256: sums of twelve even numbers have the variance of one. */
#define DRAWS 4096
static s16 draws[DRAWS];

static u32 next_random(u32 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static void prepare_draws(void)
{
	u32 state = 0x9e3779b9;
	s32 mean = 0;
	int at, part;

	if (draws[0] || draws[1])
		return;
	for (at = 0; at < DRAWS; at++) {
		s32 sum = -6 * 256;

		for (part = 0; part < 12; part++)
			sum += next_random(&state) >> 24;
		draws[at] = sum;
		mean += sum;
	}
	/* The table's own mean would be an error of every picture. */
	for (at = 0; at < DRAWS; at++)
		draws[at] -= mean / DRAWS;
}

u64 rig_picture_duration(const struct sensor_state *state)
{
	u64 pixels = (u64)max_t(u32, state->frame_length, 64) * max_t(u32, state->line_length, 1000);

	return div64_u64(pixels * NSEC_PER_SEC, PIXEL_RATE);
}

static struct level level(u32 thousandths, const struct sensor_state *state)
{
	u64 time = div64_u64((u64)state->exposure * state->line_length * NSEC_PER_SEC, PIXEL_RATE);
	u64 share = min_t(u64, div64_u64((u64)thousandths * time * ONE, UNIT_TIME * 1000), ONE);
	u64 gain = div_u64((u64)ONE * 256 / (256 - min_t(u32, state->analogue_code, 255)) * state->digital_gain, 256);
	u64 signal = share * gain >> 16;
	/* The deviation in 1/256 electrons. */
	u64 electrons = int_sqrt64((share * WELL / ONE + READ_VARIANCE) * 65536);
	struct level result;

	result.mean = BLACK * 256 + min_t(u64, signal, 64 * ONE) * (WHITE - BLACK) * 256 / ONE;
	result.sigma = noise ? div_u64(electrons * (WHITE - BLACK) / WELL * gain, ONE) : 0;
	return result;
}

static void set_levels(struct level levels[4], const u32 factors[3], u32 stripe, const struct sensor_state *state)
{
	static const int colours[4] = { 0, 1, 1, 2 };
	int at;

	for (at = 0; at < 4; at++)
		levels[at] = level(light[colours[at]] * factors[colours[at]] / 256 * stripe / 256, state);
}

/*
 * A table of samples for each level, one for each draw of noise. A sample of a picture is then one look-up. Emulation
 * takes a third of the time that it takes with the arithmetic for each sample.
 */
#define SURFACES 3
static u16 samples[SURFACES][4][DRAWS];

static void prepare_samples(const struct level levels[SURFACES][4])
{
	static struct level prepared[SURFACES][4];
	int surface, place, at;

	prepare_draws();
	if (!memcmp(prepared, levels, sizeof(prepared)))
		return;
	memcpy(prepared, levels, sizeof(prepared));
	for (surface = 0; surface < SURFACES; surface++)
		for (place = 0; place < 4; place++)
			for (at = 0; at < DRAWS; at++) {
				const struct level *level = &levels[surface][place];
				s32 value = level->mean + 128 + level->sigma * draws[at] / 256;

				samples[surface][place][at] = clamp(value >> 8, 0, WHITE);
			}
}

static void put(const struct rig_picture *picture, u8 *row, u32 x, u32 value)
{
	switch (picture->packing) {
	case RIG_BYTES:
		row[x] = value >> 2;
		break;
	case RIG_WORDS:	/* put_row() copies these */
		break;
	case RIG_PACKED:	/* four upper bytes, then the lower bits of all four */
		row[x / 4 * 5 + x % 4] = value >> 2;
		if (x % 4 == 0)
			row[x / 4 * 5 + 4] = 0;
		row[x / 4 * 5 + 4] |= (value & 3) << 2 * (x % 4);
		break;
	case RIG_PACKED_12:	/* two upper bytes, then the lower bits of both */
		row[x / 2 * 3 + x % 2] = value >> 2;
		if (x % 2 == 0)
			row[x / 2 * 3 + 2] = 0;
		row[x / 2 * 3 + 2] |= (value << 2 & 15) << 4 * (x % 2);
		break;
	}
}

/* Puts a row of samples as the receiver stores it. */
static void put_row(const struct rig_picture *picture, u8 *row, const u16 *line)
{
	u32 x;

	if (picture->packing == RIG_WORDS) {	/* in this machine's order of bytes, which is the format's */
		memcpy(row, line, picture->width * sizeof(*line));
		return;
	}
	for (x = 0; x < picture->width; x++)
		put(picture, row, x, line[x]);
}

/*
 * A line of embedded data, as the sensors of SMIA send it before a picture: an upper byte of 0x0a, then tags and values
 * in turn. A tag says what the byte behind it is: 0xaa and 0xa5 a register's address, 0x5a its value, and 0x07 that
 * there is nothing more.
 */
static void set_embedded(const struct rig_picture *picture, u16 *line, const struct sensor_state *state)
{
	const u8 data[] = {
		0x0a, 0xaa, 0x01, 0xa5, 0x5a, 0x5a, state->exposure >> 8, 0x5a, state->exposure & 0xff,
		0xa5, 0x57, 0x5a, state->analogue_code, 0x07, 0x07 };
	u32 x;

	for (x = 0; x < picture->width; x++)
		line[x] = (x < sizeof(data) ? data[x] : 0x07) << 2;
}

/* What the sensor's own pattern shows in place of the scene: one colour. */
static void set_solid(struct level levels[4], const struct sensor_state *state)
{
	static const int solid[4] = { 0, 1, 3, 2 };
	int at;

	for (at = 0; at < 4; at++)
		levels[at] = (struct level){ .mean = (state->solid[solid[at]] & WHITE) * 256 };
}

void rig_picture_draw(const struct rig_picture *picture, const struct sensor_state *state, u8 *to)
{
	static const u32 card[3] = { 256, 256, 256 };
	static u32 random = 1;
	static u16 line[RIG_MOST_SIDE + 1];
	/* Order: red, green by red, green by blue, blue. */
	struct level levels[SURFACES][4];
	u32 x, y, left = picture->width / 4, top = picture->height / 4, right = picture->width - left;
	s32 off = (s32)state->lens - (s32)focus;
	u32 contrast = CONTRAST * HALF_CONTRAST * HALF_CONTRAST / (HALF_CONTRAST * HALF_CONTRAST + off * off);

	set_levels(levels[0], card, 256, state);
	set_levels(levels[1], wall, 256 - contrast, state);
	set_levels(levels[2], wall, 256 + contrast, state);
	for (x = 0; state->pattern == 1 && x < SURFACES; x++)
		set_solid(levels[x], state);
	prepare_samples(levels);
	for (y = 0; y < picture->height; y++) {
		u8 *row = to + y * picture->stride;
		bool card_row = y >= top && y < picture->height - top;
		u32 even = ((y & 1) << 1) ^ picture->order, end;

		if (y < picture->embedded) {
			set_embedded(picture, line, state);
			put_row(picture, row, line);
			continue;
		}
		for (x = 0; x < picture->width; x = end) {
			bool on_card = card_row && x >= left && x < right;
			int surface = on_card ? 0 : 1 + (x / STRIPE & 1);

			end = on_card ? right : min(picture->width, (x / STRIPE + 1) * STRIPE);
			if (card_row && x < left)
				end = min(end, left);
			/* A random number has bits enough for two draws. The last may be one too many, and is drawn again or left. */
			for (; x < end; x += 2) {
				u32 both = next_random(&random);

				line[x] = samples[surface][even ^ (x & 1)][both % DRAWS];
				line[x + 1] = samples[surface][even ^ (~x & 1)][(both >> 16) % DRAWS];
			}
		}
		put_row(picture, row, line);
	}
}
