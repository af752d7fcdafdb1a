#ifndef CSTILLRAWS_H
#define CSTILLRAWS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Runs LibRaw in a child process. A fault of LibRaw, or a file that makes it take too much memory or time, ends only
// the child.

// How far the child came. A child that was ended by a signal has written none of these.
enum csr_stage {
  CSR_STAGE_OPEN = 1,    // LibRaw refused the file: `error` is its number
  CSR_STAGE_SIZE = 2,    // the file states more samples than its bytes can hold
  CSR_STAGE_UNPACK = 3,  // LibRaw could not decode the samples: `error` is its number
  CSR_STAGE_DAMAGED = 4, // LibRaw met damaged data: `error` is the number of places
  CSR_STAGE_KIND = 5,    // the samples are of an unsupported kind: floating point, rotated, or four colours
  CSR_STAGE_DONE = 6,    // the samples follow
};

// The largest period of a mosaic that is supported. LibRaw also has a mosaic with a period of 16, which is refused.
#define CSR_PERIOD 8

struct csr_header {
  int32_t stage, error;
  // The whole sensor, and the part of it that shows the picture.
  uint32_t raw_width, raw_height, left, top, width, height;
  // The samples of a place: 1 for a mosaic, 3 for planes.
  uint32_t planes;
  // The part of the sensor that the camera's maker shows, from the sensor's top left corner. It is 0 where it is not
  // stated, and for a DNG, whose tags the caller reads.
  uint32_t crop_left, crop_top, crop_width, crop_height;
  // The rotation that makes the picture upright, by LibRaw's numbers: 0 is none, 3 is half a turn, 5 is a quarter
  // turn to the left, and 6 is a quarter turn to the right.
  int32_t flip;
  // The period of the mosaic, 0 for none, and the letter of each place of it.
  uint32_t period;
  char letters[CSR_PERIOD * CSR_PERIOD];
  // The mean black level of each position in the mosaic's period. For planes, the first three entries are red, green
  // and blue.
  double black[CSR_PERIOD * CSR_PERIOD];
  double white, plane_white[3];
  // The masked areas: left, top, right and bottom of each.
  uint32_t mask_count;
  int32_t masks[8][4];
  // Multipliers of the camera's own white balance, of red, green, blue; 0 where they are not known.
  float camera_multipliers[3];
  // Gains that the camera has multiplied the samples by, as LibRaw knows of a model; 0 where there are none.
  float analog_balance[3];
  // XYZ to the camera's red, green, blue under D65, row by row.
  float color_matrix[9];
  uint32_t dng_version;
  char make[64], model[64], serial[64];
  float duration, iso, aperture;
};

struct csr_child {
  pid_t process;
  int pipe;
};

struct csr_limits {
  // The number of bytes that the child may allocate in addition to its address space at the start. Once the number of
  // samples is known, twice their memory is added to this limit.
  uint64_t memory;
  // The largest number of samples.
  uint64_t samples;
  // The limit of the child's processor time, and the limit of its wall-clock time, both in seconds.
  uint32_t processor_time, time;
  // The signal that the child gives itself first, as a fault of LibRaw would; 0 for none.
  int32_t fault;
};

// Starts a child that decodes `bytes`. Returns 0, or the errno of what failed.
int csr_start(const void *bytes, size_t count, struct csr_limits limits, struct csr_child *child);

// Reads `count` bytes of what the child writes. Returns how many came before it ended.
size_t csr_read(const struct csr_child *child, void *bytes, size_t count);

// Ends the child. Returns its wait status, and the largest resident memory it had, in bytes.
int csr_end(const struct csr_child *child, uint64_t *memory);

// Returns the signal of a wait status, or 0.
int csr_signal(int status);

// Returns LibRaw's words for an error.
const char *csr_message(int error);

#endif
