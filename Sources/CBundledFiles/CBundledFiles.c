#include "CBundledFiles.h"

// #embed is C23, and clang has it in every mode since version 19. SwiftPM's own embedding makes an array literal, which
// takes the compiler eight seconds for these 55 kB.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t sample_json[] = {
#embed "../../Data/sample/sample.json"
};
static const uint8_t sample_raw[] = {
#embed "../../Data/sample/sample.raw"
};
static const uint8_t sample_icc[] = {
#embed "../../Data/sample/sample.icc"
};
static const uint8_t camera_json[] = {
#embed "../../Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json"
};

#define BUNDLED(name)                           \
  struct bundled_file bundled_##name(void) {    \
    return (struct bundled_file){name, sizeof name}; \
  }

BUNDLED(sample_json)
BUNDLED(sample_raw)
BUNDLED(sample_icc)
BUNDLED(camera_json)
