#include "descriptors.h"

#include <string.h>

#include "bytes.h"
#include "controls.h"
#include "formats.h"

enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3 };
enum { MANUFACTURER_STRING = 1, PRODUCT_STRING = 2 };

struct writer {
  uint8_t *bytes;
  size_t length;
};

#define WRITE(writer, ...) \
  write_bytes(writer, (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__})
#define LOW(value) (uint8_t)(value)
#define HIGH(value) (uint8_t)((value) >> 8)

static void write_bytes(struct writer *writer, const void *bytes, size_t count) {
  memcpy(writer->bytes + writer->length, bytes, count);
  writer->length += count;
}

static void write_16(struct writer *writer, uint32_t value) { WRITE(writer, LOW(value), HIGH(value)); }

static void write_32(struct writer *writer, uint32_t value) {
  write_16(writer, value);
  write_16(writer, value >> 16);
}

/// The bits of the controls of one entity.
static uint32_t control_bits(unsigned groups, uint8_t entity) {
  struct control_values state = {.groups = groups};
  uint32_t bits = 0;
  for (int control = 0; control < CONTROL_COUNT; control++) {
    if (controls[control].entity == entity && has_control(&state, control)) bits |= 1u << controls[control].bit;
  }
  return bits;
}

static void write_control_interface(struct writer *writer, unsigned groups) {
  // Class video, subclass control.
  WRITE(writer, 9, 4, CONTROL_INTERFACE, 0, 0, 0x0e, 1, 0, 0);
  size_t start = writer->length;
  // Class 1.1; the total length comes at the end; a clock of 48 MHz; one streaming interface.
  WRITE(writer, 13, 0x24, 1, 0x10, 0x01, 0, 0, 0x00, 0x6c, 0xdc, 0x02, 1, STREAMING_INTERFACE);
  uint32_t terminal = control_bits(groups, CAMERA_TERMINAL), unit = control_bits(groups, PROCESSING_UNIT);
  // An input terminal: a camera, whose lens has no zoom.
  WRITE(writer, 18, 0x24, 2, CAMERA_TERMINAL, 0x01, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 3);
  WRITE(writer, LOW(terminal), HIGH(terminal), LOW(terminal >> 16));
  WRITE(writer, 13, 0x24, 5, PROCESSING_UNIT, CAMERA_TERMINAL, 0, 0, 3);
  WRITE(writer, LOW(unit), HIGH(unit), LOW(unit >> 16), 0, 0);
  // An output terminal: the stream.
  WRITE(writer, 9, 0x24, 3, 3, 0x01, 0x01, 0, PROCESSING_UNIT, 0);
  put_16(writer->bytes + start + 5, (uint32_t)(writer->length - start));
}

static void write_format(struct writer *writer, unsigned format) {
  // What follows a FourCC in a GUID of Microsoft's media types.
  static const uint8_t guid_end[12] = {0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};
  WRITE(writer, 27, 0x24, 4, (uint8_t)(format + 1), COUNT(sizes));
  write_bytes(writer, formats[format].guid, 4);
  write_bytes(writer, guid_end, sizeof guid_end);
  WRITE(writer, (uint8_t)formats[format].bits, 1, 0, 0, 0, 0);
  for (unsigned size = 0; size < COUNT(sizes); size++) {
    uint32_t bytes = frame_bytes((struct mode){.format = format, .size = size});
    WRITE(writer, 26 + 4 * COUNT(intervals), 0x24, 5, (uint8_t)(size + 1), 0);
    write_16(writer, sizes[size].width);
    write_16(writer, sizes[size].height);
    // The least and the largest bits in a second.
    write_32(writer, bytes * 8 * 5);
    write_32(writer, bytes * 8 * 30);
    write_32(writer, bytes);
    write_32(writer, intervals[0]);
    WRITE(writer, COUNT(intervals));
    for (unsigned index = 0; index < COUNT(intervals); index++) write_32(writer, intervals[index]);
  }
  // Colours: BT.709's.
  WRITE(writer, 6, 0x24, 0x0d, 1, 1, 4);
}

static void write_streaming_interface(struct writer *writer) {
  WRITE(writer, 9, 4, STREAMING_INTERFACE, 0, 1, 0x0e, 2, 0, 0);
  size_t start = writer->length;
  WRITE(writer, 13 + COUNT(formats), 0x24, 1, COUNT(formats), 0, 0, 0x80 | STREAMING_ENDPOINT, 0, 3, 0, 0, 0, 1);
  for (unsigned format = 0; format < COUNT(formats); format++) WRITE(writer, 0);
  for (unsigned format = 0; format < COUNT(formats); format++) write_format(writer, format);
  put_16(writer->bytes + start + 4, (uint32_t)(writer->length - start));
  // A bulk endpoint: 512 bytes is its largest packet at high speed.
  WRITE(writer, 7, 5, 0x80 | STREAMING_ENDPOINT, 2, LOW(512), HIGH(512), 0);
}

static void write_configuration(struct writer *writer, unsigned groups) {
  // Bus-powered, 100 mA.
  WRITE(writer, 9, CONFIGURATION, 0, 0, 2, 1, 0, 0x80, 50);
  // The two interfaces are one function.
  WRITE(writer, 8, 11, CONTROL_INTERFACE, 2, 0x0e, 3, 0, 0);
  write_control_interface(writer, groups);
  write_streaming_interface(writer);
  put_16(writer->bytes + 2, (uint32_t)writer->length);
}

static void write_text(struct writer *writer, const char *text) {
  WRITE(writer, (uint8_t)(2 + 2 * strlen(text)), STRING);
  for (; *text; text++) write_16(writer, (uint8_t)*text);
}

size_t describe(unsigned value, unsigned groups, uint8_t *bytes, size_t capacity) {
  uint8_t scratch[2048];
  struct writer writer = {scratch, 0};
  switch (value >> 8) {
  case DEVICE:
    // USB 2.0, a class for each function, of the vendor and product numbers that pid.codes keeps for tests.
    WRITE(&writer, 18, DEVICE, 0x00, 0x02, 0xef, 2, 1, 64, 0x09, 0x12, 0x01, 0x00, 0x00, 0x01);
    WRITE(&writer, MANUFACTURER_STRING, PRODUCT_STRING, 0, 1);
    break;
  case CONFIGURATION: write_configuration(&writer, groups); break;
  case STRING:
    switch (value & 0xff) {
    // The languages: English of the United States.
    case 0: WRITE(&writer, 4, STRING, 0x09, 0x04); break;
    case MANUFACTURER_STRING: write_text(&writer, "White Balance"); break;
    case PRODUCT_STRING: write_text(&writer, CAMERA_NAME); break;
    }
    break;
  }
  if (writer.length > capacity) writer.length = capacity;
  memcpy(bytes, scratch, writer.length);
  return writer.length;
}
