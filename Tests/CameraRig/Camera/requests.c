#include <string.h>

#include "bytes.h"
#include "camera.h"
#include "descriptors.h"

// Requests to the control endpoint (USB 2.0, section 9.4; USB video class 1.1, section 4).

enum { STANDARD = 0x00, CLASS = 0x20, TYPE_MASK = 0x60, RECIPIENT_MASK = 0x1f, ENDPOINT = 2 };
enum {
  GET_STATUS = 0,
  CLEAR_FEATURE = 1,
  SET_FEATURE = 3,
  GET_DESCRIPTOR = 6,
  GET_CONFIGURATION = 8,
  SET_CONFIGURATION = 9,
  GET_INTERFACE = 10,
  SET_INTERFACE = 11,
};
enum {
  SET_CUR = 0x01,
  GET_CUR = 0x81,
  GET_MIN = 0x82,
  GET_MAX = 0x83,
  GET_RES = 0x84,
  GET_LEN = 0x85,
  GET_INFO = 0x86,
  GET_DEF = 0x87,
};
/// GET_INFO's bits: what the control can do, and that it changes by itself.
enum { CAN_GET = 1, CAN_SET = 2, CHANGES = 8 };

struct request {
  unsigned type, code, value, index, length;
  const uint8_t *data;
};

// MARK: - Standard requests

static int answer_standard(struct camera *camera, struct request request, uint8_t *answer, unsigned capacity) {
  switch (request.code) {
  case GET_STATUS: put_16(answer, 0); return 2;
  case GET_DESCRIPTOR: {
    size_t length = describe(request.value, camera->groups, answer, capacity);
    return length > 0 ? (int)length : -1;
  }
  case GET_CONFIGURATION: answer[0] = 1; return 1;
  case GET_INTERFACE: answer[0] = 0; return 1;
  case CLEAR_FEATURE:
    // This is how a host stops the stream of a bulk endpoint: it clears its halt.
    if ((request.type & RECIPIENT_MASK) == ENDPOINT) stop_stream(&camera->stream);
    return 0;
  case SET_FEATURE:
  case SET_CONFIGURATION:
  case SET_INTERFACE: return 0;
  }
  return -1;
}

// MARK: - The stream's negotiation

enum { PROBE = 1, COMMIT = 2, PROBE_LENGTH = 34 };

static void write_mode(struct mode mode, uint8_t *answer) {
  memset(answer, 0, PROBE_LENGTH);
  answer[2] = (uint8_t)(mode.format + 1);
  answer[3] = (uint8_t)(mode.size + 1);
  put_32(answer + 4, intervals[mode.interval]);
  put_32(answer + 18, frame_bytes(mode));
  // The largest payload: a frame with its header. The clock of the descriptors; version 1 of the format.
  put_32(answer + 22, frame_bytes(mode) + 2);
  put_32(answer + 26, 48000000);
  answer[31] = answer[32] = answer[33] = 1;
}

/// What comes nearest to what the host wants.
static struct mode nearest_mode(const uint8_t *wanted) {
  struct mode mode = {0};
  if (wanted[2] >= 1 && wanted[2] <= COUNT(formats)) mode.format = wanted[2] - 1;
  if (wanted[3] >= 1 && wanted[3] <= COUNT(sizes)) mode.size = wanted[3] - 1;
  while (mode.interval + 1 < COUNT(intervals) && intervals[mode.interval + 1] <= get_32(wanted + 4)) mode.interval++;
  return mode;
}

static int answer_streaming(struct camera *camera, struct request request, uint8_t *answer) {
  unsigned selector = request.value >> 8;
  struct stream *stream = &camera->stream;
  if (selector != PROBE && selector != COMMIT) return -1;
  switch (request.code) {
  case SET_CUR:
    // Video class 1.0 sends fewer bytes, but none that matter.
    if (request.length < 26) return -1;
    stream->probed = nearest_mode(request.data);
    if (selector == COMMIT) {
      stream->committed = stream->probed;
      start_stream(stream);
    }
    return 0;
  case GET_CUR: write_mode(selector == PROBE ? stream->probed : stream->committed, answer); return PROBE_LENGTH;
  case GET_MIN:
  case GET_MAX: write_mode(stream->probed, answer); return PROBE_LENGTH;
  case GET_DEF: write_mode((struct mode){0}, answer); return PROBE_LENGTH;
  case GET_LEN: put_16(answer, PROBE_LENGTH); return 2;
  case GET_INFO: answer[0] = CAN_GET | CAN_SET; return 1;
  }
  return -1;
}

// MARK: - Controls

static int refuse(struct camera *camera, enum refusal refusal) {
  camera->last_refusal = refusal;
  return -1;
}

static int answer_value(uint32_t value, unsigned length, uint8_t *answer) {
  put_32(answer, value);
  return (int)length;
}

static int answer_control(struct camera *camera, struct request request, uint8_t *answer) {
  enum { REQUEST_ERROR_CODE = 2 };
  unsigned entity = request.index >> 8, selector = request.value >> 8, control = 0;
  if (entity == 0 && selector == REQUEST_ERROR_CODE && request.code == GET_CUR) {
    answer[0] = (uint8_t)camera->last_refusal;
    return 1;
  }
  while (control < CONTROL_COUNT && (controls[control].entity != entity || controls[control].selector != selector)) {
    control++;
  }
  if (control == CONTROL_COUNT || !has_control(&camera->controls, control)) return refuse(camera, INVALID_CONTROL);
  const struct control_description *description = &controls[control];
  unsigned length = description->bytes;
  switch (request.code) {
  case SET_CUR: {
    enum refusal refusal = camera->next_refusal;
    camera->next_refusal = NOT_REFUSED;
    uint8_t bytes[4] = {0};
    memcpy(bytes, request.data, request.length < sizeof bytes ? request.length : sizeof bytes);
    if (refusal == NOT_REFUSED) refusal = set_control(&camera->controls, control, get_32(bytes));
    return refusal == NOT_REFUSED ? 0 : refuse(camera, refusal);
  }
  case GET_CUR: return answer_value(camera->controls.values[control], length, answer);
  case GET_MIN: return answer_value(description->minimum, length, answer);
  case GET_MAX: return answer_value(description->maximum, length, answer);
  case GET_RES: return answer_value(description->step, length, answer);
  case GET_DEF: return answer_value(description->initial, length, answer);
  case GET_LEN: put_16(answer, length); return 2;
  case GET_INFO: answer[0] = CAN_GET | CAN_SET | (description->is_automatic ? CHANGES : 0); return 1;
  }
  return refuse(camera, INVALID_CONTROL);
}

int answer_request(struct camera *camera, const struct transfer *transfer, uint8_t *answer, unsigned capacity) {
  const uint8_t *setup = transfer->setup;
  struct request request = {setup[0], setup[1], get_16(setup + 2), get_16(setup + 4), transfer->length, transfer->data};
  if ((request.type & TYPE_MASK) == STANDARD) return answer_standard(camera, request, answer, capacity);
  if ((request.type & TYPE_MASK) != CLASS) return -1;
  return (request.index & 0xff) == STREAMING_INTERFACE ? answer_streaming(camera, request, answer)
                                                       : answer_control(camera, request, answer);
}
