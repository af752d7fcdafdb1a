#include "sensor.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/// The levels are on the range of 16 bits; other depths have the same, scaled.
#define BLACK (1 / 16.0)
/// The full well sets the shot noise. Both values are in electrons and are typical of a small sensor.
#define FULL_WELL 10000.0
#define READ_NOISE 3.0
/// The background's reflectance, relative to the card's.
static const double background[3] = {0.9, 0.7, 0.5};
/// The contrast of its texture where it is in focus.
#define BACKGROUND_CONTRAST 0.6
/// The texture is a sine along the diagonal, of this many pixels along a row.
#define TEXTURE_PERIOD 8
/// The focus setting's distance from the sharp one at which contrast is halved.
#define HALF_CONTRAST 60.0
#define MAINS_FLICKER 100.0

const struct scene default_scene = {
    .light = {0.09, 0.18, 0.126}, .level = 1, .flicker = 0, .texture = 0, .distance = 700};

void blackbody(double temperature, double light[3]) {
  static const double wavelengths[3] = {600e-9, 540e-9, 460e-9};
  static const double neutral[3] = {0.5, 1, 0.7};
  const double second_radiation_constant = 1.4388e-2, calibrated = 5000;
  double value[3];
  for (int channel = RED; channel <= BLUE; channel++) {
    double energy = second_radiation_constant / wavelengths[channel];
    value[channel] = neutral[channel] * expm1(energy / calibrated) / expm1(energy / temperature);
  }
  for (int channel = RED; channel <= BLUE; channel++) light[channel] = value[channel] / value[GREEN];
}

/// The mean factor of the light in an exposure that begins at `time`.
static double flicker_factor(const struct scene *scene, uint32_t exposure, double time) {
  double cycles = MAINS_FLICKER * exposure * 1e-4, phase = 2 * M_PI * MAINS_FLICKER * time, swing = 2 * M_PI * cycles;
  return 1 + scene->flicker * (cos(phase) - cos(phase + swing)) / swing;
}

// A pixel's kind: whether it is on the card, and its place in the texture's period.
enum { CARD, BACKGROUND, AREAS };
enum { KINDS = AREAS * TEXTURE_PERIOD };

/// What pixels of one kind and colour give, in units of 1/65536 of a sample step.
struct response {
  int64_t mean, deviation, ceiling;
};

// Noise is a table of standard deviates, read from a new place for each run of pixels.
enum { NOISE_BITS = 14, NOISE_COUNT = 1 << NOISE_BITS, RUN = 64 };
/// Deviates are in units of 1/4096.
enum { DEVIATE_BITS = 12 };
static int32_t noise[NOISE_COUNT + RUN];
static uint64_t generator = 1;

static uint32_t draw(void) {
  generator = generator * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(generator >> 32);
}

static double uniform(void) { return (draw() + 0.5) / 4294967296.0; }

static void make_noise(void) {
  double sum = 0, squares = 0, values[NOISE_COUNT];
  for (int index = 0; index < NOISE_COUNT; index++) {
    values[index] = sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
    sum += values[index];
    squares += values[index] * values[index];
  }
  // A finite table has a mean and a deviation of its own: taken out, so that many frames have the truth as their mean.
  double mean = sum / NOISE_COUNT, scale = 1 / sqrt(squares / NOISE_COUNT - mean * mean);
  for (int index = 0; index < NOISE_COUNT + RUN; index++) {
    noise[index] = (int32_t)lrint((values[index % NOISE_COUNT] - mean) * scale * (1 << DEVIATE_BITS));
  }
}

static void make_responses(
    const struct scene *scene, const struct settings *settings, double time, unsigned bits,
    struct response responses[3][KINDS]) {
  double range = (1 << bits) - 1, defocus = (settings->focus - scene->distance) / HALF_CONTRAST;
  double sharpness = 1 / (1 + defocus * defocus);
  double gain = (double)settings->gain / UNIT_GAIN;
  double exposure = (double)settings->exposure / UNIT_EXPOSURE * scene->level *
                    flicker_factor(scene, settings->exposure, time);
  const double balance[3] = {
      (double)settings->red_balance / UNIT_BALANCE, 1, (double)settings->blue_balance / UNIT_BALANCE};
  for (int channel = RED; channel <= BLUE; channel++) {
    for (int kind = 0; kind < KINDS; kind++) {
      bool is_card = kind / TEXTURE_PERIOD == CARD;
      double wave = sin(2 * M_PI * (kind % TEXTURE_PERIOD) / TEXTURE_PERIOD);
      double contrast = sharpness * (is_card ? scene->texture : BACKGROUND_CONTRAST);
      double reflectance = (is_card ? 1 : background[channel]) * (1 + contrast * wave);
      // Electrons, of a full well; then the amplifier, where what is too much is cut off; then the balance, which
      // multiplies the numbers, and so what was cut off too.
      double charge = reflectance * scene->light[channel] * exposure;
      double deviation = sqrt(fmax(charge, 0) * FULL_WELL + READ_NOISE * READ_NOISE) / FULL_WELL;
      double scale = 65536 * range * (1 - BLACK) * balance[channel];
      // Beyond twice the range nothing but white is left.
      responses[channel][kind] = (struct response){
          .mean = llrint(65536 * range * BLACK + fmin(charge * gain, 2) * scale),
          .deviation = charge * gain < 2 ? llrint(deviation * gain * scale) : 0,
          .ceiling = llrint(fmin(65536 * range, 65536 * range * BLACK + scale)),
      };
    }
  }
}

static inline uint32_t sample(const struct response *response, int32_t deviate) {
  int64_t value = response->mean + (response->deviation * deviate >> DEVIATE_BITS);
  value = value < 0 ? 0 : value > response->ceiling ? response->ceiling : value;
  return (uint32_t)((value + 32768) >> 16);
}

static uint8_t *store(uint8_t *bytes, const uint32_t *row, unsigned width, unsigned bits) {
  if (bits == 8) {
    for (unsigned x = 0; x < width; x++) *bytes++ = (uint8_t)row[x];
  } else if (bits == 16) {
    for (unsigned x = 0; x < width; x++) {
      *bytes++ = (uint8_t)row[x];
      *bytes++ = (uint8_t)(row[x] >> 8);
    }
  } else {
    // Four samples of 10 bits: their upper bytes, then what is left of each, the first in the lowest bits.
    for (unsigned x = 0; x < width; x += 4) {
      uint8_t rest = 0;
      for (unsigned index = 0; index < 4; index++) {
        *bytes++ = (uint8_t)(row[x + index] >> 2);
        rest |= (uint8_t)((row[x + index] & 3) << 2 * index);
      }
      *bytes++ = rest;
    }
  }
  return bytes;
}

void expose(const struct scene *scene, const struct settings *settings, double time, struct mode mode, uint8_t *pixels) {
  static struct response responses[3][KINDS];
  static uint32_t row[4096];
  unsigned width = sizes[mode.size].width, height = sizes[mode.size].height, bits = formats[mode.format].bits;
  if (noise[0] == 0) make_noise();
  make_responses(scene, settings, time, bits, responses);
  for (unsigned y = 0; y < height; y++) {
    const struct response *colors[2] = {responses[y % 2 ? GREEN : RED], responses[y % 2 ? BLUE : GREEN]};
    bool has_card = y >= height / 4 && y < height - height / 4;
    for (unsigned start = 0; start < width; start += RUN) {
      const int32_t *deviates = noise + (draw() >> (32 - NOISE_BITS));
      unsigned end = start + RUN < width ? start + RUN : width;
      for (unsigned x = start; x < end; x++) {
        unsigned area = has_card && x >= width / 4 && x < width - width / 4 ? CARD : BACKGROUND;
        unsigned kind = area * TEXTURE_PERIOD + (x + y) % TEXTURE_PERIOD;
        row[x] = sample(&colors[x % 2][kind], *deviates++);
      }
    }
    pixels = store(pixels, row, width, bits);
  }
}
