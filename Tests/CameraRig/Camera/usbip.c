#include "usbip.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define CONTROLLER "/sys/devices/platform/vhci_hcd.0/"

enum { CMD_SUBMIT = 1, CMD_UNLINK = 2, RET_SUBMIT = 3, RET_UNLINK = 4 };
/// Every message begins with this many words; all but the setup bytes of a CMD_SUBMIT are big-endian.
enum { WORDS = 12 };
enum { COMMAND, NUMBER, DEVICE_ID, DIRECTION, ENDPOINT };
/// The words behind: of CMD_SUBMIT, CMD_UNLINK, RET_SUBMIT and RET_UNLINK.
enum { SUBMIT_LENGTH = 6, SUBMIT_SETUP = 10, UNLINK_NUMBER = 5, RETURN_STATUS = 5, RETURN_LENGTH = 6 };

/// The first free port of the controller's high-speed hub, or -1.
static int free_port(void) {
  // A line is: hub port status speed ...; the status of a free port is 4.
  FILE *file = fopen(CONTROLLER "status", "r");
  if (!file) return -1;
  char line[128], hub[8];
  int port, status, found = -1;
  while (found < 0 && fgets(line, sizeof line, file)) {
    if (sscanf(line, "%7s %d %d", hub, &port, &status) == 3 && strcmp(hub, "hs") == 0 && status == 4) found = port;
  }
  fclose(file);
  return found;
}

int plug_in(void) {
  int port = free_port(), ends[2];
  if (port < 0) {
    fprintf(stderr, "no free port in " CONTROLLER "status; is the module vhci-hcd loaded?\n");
    return -1;
  }
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
    perror("socketpair");
    return -1;
  }
  // A whole frame fits, so that sending one does not wait for the kernel.
  int bytes = 4 << 20;
  setsockopt(ends[0], SOL_SOCKET, SO_SNDBUFFORCE, &bytes, sizeof bytes);
  // Port, socket, bus and device number (any), and high speed.
  char text[64];
  int length = snprintf(text, sizeof text, "%d %d %d 3", port, ends[1], 1 << 16 | 2);
  int file = open(CONTROLLER "attach", O_WRONLY | O_CLOEXEC);
  bool is_attached = file >= 0 && write(file, text, (size_t)length) == length;
  if (!is_attached) perror(CONTROLLER "attach");
  if (file >= 0) close(file);
  close(ends[1]);
  if (is_attached) return ends[0];
  close(ends[0]);
  return -1;
}

void unplug(int connection) {
  shutdown(connection, SHUT_RDWR);
  close(connection);
}

static bool read_all(int connection, void *bytes, size_t count) {
  for (char *next = bytes; count > 0;) {
    ssize_t result = read(connection, next, count);
    if (result < 0 && errno == EINTR) continue;
    if (result <= 0) return false;
    next += result;
    count -= (size_t)result;
  }
  return true;
}

static bool write_all(int connection, const uint32_t *words, const void *data, uint32_t length) {
  struct iovec parts[2] = {{(void *)words, WORDS * sizeof *words}, {(void *)data, length}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  while (parts[0].iov_len + parts[1].iov_len > 0) {
    ssize_t result = sendmsg(connection, &message, MSG_NOSIGNAL);
    if (result < 0 && errno == EINTR) continue;
    if (result < 0) return false;
    for (size_t sent = (size_t)result, part = 0; part < 2; part++) {
      size_t step = sent < parts[part].iov_len ? sent : parts[part].iov_len;
      parts[part].iov_base = (char *)parts[part].iov_base + step;
      parts[part].iov_len -= step;
      sent -= step;
    }
  }
  return true;
}

bool receive(int connection, struct transfer *transfer) {
  uint32_t words[WORDS];
  if (!read_all(connection, words, sizeof words)) return false;
  *transfer = (struct transfer){
      .kind = ntohl(words[COMMAND]) == CMD_UNLINK ? UNLINK : SUBMIT,
      .number = ntohl(words[NUMBER]),
      .is_in = ntohl(words[DIRECTION]) != 0,
      .endpoint = ntohl(words[ENDPOINT]),
  };
  if (transfer->kind == UNLINK) {
    transfer->victim = ntohl(words[UNLINK_NUMBER]);
    return true;
  }
  transfer->length = ntohl(words[SUBMIT_LENGTH]);
  memcpy(transfer->setup, words + SUBMIT_SETUP, sizeof transfer->setup);
  if (transfer->is_in) return true;
  if (transfer->length > sizeof transfer->data) {
    fprintf(stderr, "the host sends %u bytes at once; %zu are the most\n", transfer->length, sizeof transfer->data);
    return false;
  }
  return read_all(connection, transfer->data, transfer->length);
}

bool complete(int connection, const struct transfer *transfer, int status, const void *data, uint32_t length) {
  uint32_t words[WORDS] = {htonl(RET_SUBMIT), htonl(transfer->number)};
  words[RETURN_STATUS] = htonl((uint32_t)status);
  words[RETURN_LENGTH] = htonl(length);
  return write_all(connection, words, data, transfer->is_in ? length : 0);
}

bool complete_unlink(int connection, const struct transfer *transfer, bool was_waiting) {
  uint32_t words[WORDS] = {htonl(RET_UNLINK), htonl(transfer->number)};
  words[RETURN_STATUS] = htonl((uint32_t)(was_waiting ? -ECONNRESET : 0));
  return write_all(connection, words, NULL, 0);
}
