#ifndef USBIP_H
#define USBIP_H

#include <stdbool.h>
#include <stdint.h>

// USB/IP to the kernel's virtual host controller. Source: the kernel's documentation, "USB/IP protocol".

/// A transfer that the host asks for, or takes back.
struct transfer {
  enum { SUBMIT, UNLINK } kind;
  uint32_t number;
  /// The transfer that UNLINK takes back.
  uint32_t victim;
  bool is_in;
  uint32_t endpoint, length;
  uint8_t setup[8];
  /// What came with it: no more than control requests have.
  uint8_t data[256];
};

/// Plugs a device in at high speed: the connection's descriptor, or -1 with a message on standard error.
int plug_in(void);

void unplug(int connection);

/// Reads the next transfer; false where the host is gone.
bool receive(int connection, struct transfer *transfer);

/// Ends a transfer with `status`, 0 or -errno, and, of one to the host, with its data.
bool complete(int connection, const struct transfer *transfer, int status, const void *data, uint32_t length);

/// Answers an UNLINK; the victim was still waiting, or was completed before.
bool complete_unlink(int connection, const struct transfer *transfer, bool was_waiting);

#endif
