#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// A payload's header: its length, and bits: frame identifier, end of frame, error, end of header.
enum { HEADER = 2, FRAME_IDENTIFIER = 0x01, END_OF_FRAME = 0x02, ERROR = 0x40, END_OF_HEADER = 0x80 };

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double interval(const struct stream *stream) { return intervals[stream->committed.interval] * 1e-7; }

void start_stream(struct stream *stream) {
  stop_stream(stream);
  stream->payload = malloc(HEADER + frame_bytes(stream->committed));
  stream->is_running = stream->payload != NULL;
  stream->frame = 0;
  stream->due = now() + interval(stream);
  stream->faults.is_halted = false;
}

void stop_stream(struct stream *stream) {
  free(stream->payload);
  stream->payload = NULL;
  stream->length = stream->sent = 0;
  stream->is_running = false;
}

bool queue_transfer(struct stream *stream, const struct transfer *transfer) {
  if (stream->waiting_count == TRANSFERS) return false;
  stream->waiting[stream->waiting_count++] = *transfer;
  return true;
}

static struct transfer take_transfer(struct stream *stream, unsigned index) {
  struct transfer transfer = stream->waiting[index];
  stream->waiting_count--;
  memmove(
      stream->waiting + index, stream->waiting + index + 1,
      (stream->waiting_count - index) * sizeof *stream->waiting);
  return transfer;
}

bool unlink_transfer(struct stream *stream, uint32_t number) {
  for (unsigned index = 0; index < stream->waiting_count; index++) {
    if (stream->waiting[index].number == number) return take_transfer(stream, index), true;
  }
  return false;
}

double time_until_due(const struct stream *stream) {
  if (!stream->is_running || stream->waiting_count == 0 || stream->faults.is_hanging) return -1;
  if (stream->faults.is_halted || stream->sent < stream->length) return 0;
  double time = stream->due - now();
  return time > 0 ? time : 0;
}

static bool take_fault(unsigned *count) { return *count > 0 && (*count)--; }

static void expose_frame(
    struct stream *stream, struct control_values *controls, const struct scene *scene, unsigned delay) {
  adjust_controls(controls, scene);
  struct settings *history = stream->history;
  history[stream->frame % (LONGEST_DELAY + 1)] = settings_of(controls);
  if (stream->frame == 0) {
    // The sensor stood idle: it has long taken over what it was set to.
    for (unsigned index = 1; index <= LONGEST_DELAY; index++) history[index] = history[0];
  }
  const struct settings *settings = &history[(stream->frame + LONGEST_DELAY + 1 - delay) % (LONGEST_DELAY + 1)];
  uint8_t *payload = stream->payload;
  payload[0] = HEADER;
  payload[1] = (stream->frame & 1 ? FRAME_IDENTIFIER : 0) | END_OF_FRAME | END_OF_HEADER;
  if (take_fault(&stream->faults.error_frames)) payload[1] |= ERROR;
  expose(scene, settings, stream->frame * interval(stream), stream->committed, payload + HEADER);
  uint32_t bytes = frame_bytes(stream->committed);
  stream->length = HEADER + (take_fault(&stream->faults.short_frames) ? bytes / 2 : bytes);
  stream->sent = 0;
  stream->frame++;
  // A host that was slow gets the next frame a whole interval later: frames that were missed are not made up for.
  stream->due += interval(stream);
  if (stream->due < now()) stream->due = now() + interval(stream);
}

bool run_stream(
    struct stream *stream, int connection, struct control_values *controls, const struct scene *scene, unsigned delay) {
  while (time_until_due(stream) == 0) {
    if (stream->faults.is_halted) {
      struct transfer transfer = take_transfer(stream, 0);
      if (!complete(connection, &transfer, -EPIPE, NULL, 0)) return false;
      continue;
    }
    if (stream->sent == stream->length) expose_frame(stream, controls, scene, delay);
    struct transfer transfer = take_transfer(stream, 0);
    uint32_t rest = stream->length - stream->sent;
    uint32_t count = rest < transfer.length ? rest : transfer.length;
    if (!complete(connection, &transfer, 0, stream->payload + stream->sent, count)) return false;
    stream->sent += count;
  }
  return true;
}
