#ifndef STREAM_H
#define STREAM_H

#include "controls.h"
#include "usbip.h"

// The frames: what was negotiated, when each is due, and the bulk transfers that carry it.

/// More transfers than a host keeps waiting, and more frames than a control may be late.
enum { TRANSFERS = 64, LONGEST_DELAY = 15 };

/// What is wrong with the stream, until its counter has run out or it is told to resume.
struct stream_faults {
  unsigned error_frames, short_frames;
  /// Every transfer fails, as those of an endpoint do that has halted, until the stream is started again.
  bool is_halted;
  /// No transfer ends.
  bool is_hanging;
};

struct stream {
  struct mode probed, committed;
  bool is_running;
  /// The number of the next frame to be exposed, which is its V4L2 sequence number:
  /// counted from the start of the stream.
  uint32_t frame;
  /// When it is due, in seconds of the monotonic clock.
  double due;
  struct stream_faults faults;
  struct transfer waiting[TRANSFERS];
  unsigned waiting_count;
  /// The frame on its way, with its header.
  uint8_t *payload;
  uint32_t length, sent;
  /// What the controls stood at when each of the last frames was exposed: they take effect later.
  struct settings history[LONGEST_DELAY + 1];
};

double now(void);

void start_stream(struct stream *stream);

/// Ends the stream; the transfers that wait stay, because their host takes them back.
void stop_stream(struct stream *stream);

/// Seconds until the stream has something to do; negative where it has to be asked for it.
double time_until_due(const struct stream *stream);

/// Takes in a transfer for the stream; false where there are too many.
bool queue_transfer(struct stream *stream, const struct transfer *transfer);

/// Forgets a transfer; false where it is not waiting.
bool unlink_transfer(struct stream *stream, uint32_t number);

/// Exposes the frame that is due, and sends what the waiting transfers can carry; false where the host is gone.
bool run_stream(
    struct stream *stream, int connection, struct control_values *controls, const struct scene *scene, unsigned delay);

#endif
