#ifndef CBUNDLEDFILES_H
#define CBUNDLEDFILES_H

#include <stddef.h>
#include <stdint.h>

// A file of the repository's Data as it was when the tool was built. The bytes live as long as the process.
struct bundled_file {
  const uint8_t *bytes;
  size_t count;
};

struct bundled_file bundled_sample_json(void);
struct bundled_file bundled_sample_raw(void);
struct bundled_file bundled_sample_icc(void);
struct bundled_file bundled_camera_json(void);

#endif
