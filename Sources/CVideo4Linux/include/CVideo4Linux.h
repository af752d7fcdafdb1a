#ifndef CVIDEO4LINUX_H
#define CVIDEO4LINUX_H

// The parts of Video4Linux that Swift cannot import by itself. The structures and most constants come straight from the
// kernel's header. On platforms other than Linux the module is empty.

#if defined(__linux__)

#include <linux/media-bus-format.h>
#include <linux/media.h>
#include <linux/v4l2-subdev.h>
#include <linux/videodev2.h>
#include <stddef.h>

// Request codes. The kernel defines them with function-like macros, which Swift does not import.

extern const unsigned long cv4l_querycap;
extern const unsigned long cv4l_enum_fmt;
extern const unsigned long cv4l_enum_framesizes;
extern const unsigned long cv4l_g_fmt;
extern const unsigned long cv4l_s_fmt;
extern const unsigned long cv4l_try_fmt;
extern const unsigned long cv4l_reqbufs;
extern const unsigned long cv4l_querybuf;
extern const unsigned long cv4l_qbuf;
extern const unsigned long cv4l_dqbuf;
extern const unsigned long cv4l_streamon;
extern const unsigned long cv4l_streamoff;
extern const unsigned long cv4l_g_parm;
extern const unsigned long cv4l_s_parm;
extern const unsigned long cv4l_queryctrl;
extern const unsigned long cv4l_query_ext_ctrl;
extern const unsigned long cv4l_querymenu;
extern const unsigned long cv4l_g_ctrl;
extern const unsigned long cv4l_s_ctrl;
extern const unsigned long cv4l_g_ext_ctrls;
extern const unsigned long cv4l_s_ext_ctrls;
extern const unsigned long cv4l_s_input;
extern const unsigned long cv4l_s_output;
extern const unsigned long cv4l_subscribe_event;
extern const unsigned long cv4l_dqevent;
extern const unsigned long cv4l_media_device_info;
extern const unsigned long cv4l_media_topology;
extern const unsigned long cv4l_media_setup_link;
extern const unsigned long cv4l_subdev_g_fmt;
extern const unsigned long cv4l_subdev_s_fmt;
extern const unsigned long cv4l_subdev_enum_mbus_code;
extern const unsigned long cv4l_subdev_enum_frame_size;

extern const unsigned long cv4l_subdev_g_routing;
extern const unsigned long cv4l_subdev_s_client_cap;

// Streams within a pad. Headers before Linux 6.10 lack these structures; the layout is that of the kernel's
// documentation, "V4L2 sub-devices".

/// A route within a subdevice: from a stream of a sink pad to a stream of a source pad.
typedef struct {
  __u32 sink_pad, sink_stream, source_pad, source_stream, flags, reserved[5];
} cv4l_route;

/// The flag of a route that frames take.
#define CV4L_ROUTE_ACTIVE 1u

/// A request for the routes of a subdevice, with room for `room` of them.
typedef struct {
  __u32 which, room;
  __u64 routes;
  __u32 count, reserved[11];
} cv4l_routing;

/// The abilities that a program says it has: streams.
typedef struct {
  __u64 capabilities;
} cv4l_client_capability;

#define CV4L_CLIENT_KNOWS_STREAMS 1ull

// System calls. Each returns the result of the call, or -errno, read before another call can change it. None of them
// retries: an interrupted caller gets -EINTR.

/// Opens `path` for reading and writing, non-blocking and closed on exec. Returns the file descriptor.
int cv4l_open(const char *path);

/// Closes a file descriptor.
int cv4l_close(int fd);

/// Makes a file descriptor refer to /dev/null. The file behind it is closed, and its number is not reused until the
/// descriptor is closed too.
void cv4l_let_go(int fd);

/// Returns 1 where `path` names a character device, and 0 where it names something else.
int cv4l_is_character_device(const char *path);

/// Calls `ioctl`, which Swift does not import because it is variadic.
int cv4l_ioctl(int fd, unsigned long request, void *argument);

/// Waits until `fd` has a filled buffer. Returns 1 if it has one, and 0 after `milliseconds`. Sets `trouble` to 1 if
/// the driver reports an error or a hang-up, and to 0 otherwise.
int cv4l_wait(int fd, int milliseconds, int *trouble);

/// Maps `length` bytes of `fd` from `offset` on for reading, and stores their address in `address`.
int cv4l_map(int fd, size_t length, unsigned int offset, void **address);

/// Unmaps memory that `cv4l_map` has mapped.
int cv4l_unmap(void *address, size_t length);

/// A control's value of 64 or 32 bits. Swift cannot see the fields of the kernel's structures for it, which are packed.
typedef struct {
  __u32 id;
  int is_wide;
  __s64 value;
} cv4l_control_value;

/// Stores a control's id and value in the kernel's structure.
void cv4l_pack_control(const cv4l_control_value *from, struct v4l2_ext_control *to);

/// Reads a control's id and value. The caller sets `to->is_wide` before, to choose 64 or 32 bits.
void cv4l_unpack_control(const struct v4l2_ext_control *from, cv4l_control_value *to);

/// Requests and answers for the entries of a menu. Plain menus have names, and integer menus have values.
void cv4l_pack_menu_request(__u32 id, __u32 index, struct v4l2_querymenu *to);
__u32 cv4l_menu_id(const struct v4l2_querymenu *menu);
__u32 cv4l_menu_index(const struct v4l2_querymenu *menu);
__s64 cv4l_menu_value(const struct v4l2_querymenu *menu);
void cv4l_pack_menu_name(const char *name, struct v4l2_querymenu *to);
void cv4l_pack_menu_value(__s64 value, struct v4l2_querymenu *to);

/// The graph of a media device, in structures whose fields Swift can see: the kernel's are packed.
typedef struct {
  __u32 id, function;
  char name[64];
} cv4l_entity;
typedef struct {
  __u32 id, type, major, minor;
} cv4l_interface;
typedef struct {
  __u32 id, entity, flags, index;
} cv4l_pad;
typedef struct {
  __u32 id, source, sink, flags;
} cv4l_link;

/// The numbers of entities, interfaces, pads and links in a graph.
typedef struct {
  __u32 entities, interfaces, pads, links;
} cv4l_graph_size;

/// Fills in a request for a graph. The arrays must have room for `size` entries. Where they are NULL, the kernel
/// reports only the numbers of entries.
void cv4l_pack_topology(const cv4l_graph_size *size, struct media_v2_entity *entities,
                        struct media_v2_interface *interfaces, struct media_v2_pad *pads, struct media_v2_link *links,
                        struct media_v2_topology *to);
void cv4l_unpack_topology(const struct media_v2_topology *from, cv4l_graph_size *to);
void cv4l_unpack_entity(const struct media_v2_entity *from, cv4l_entity *to);
void cv4l_unpack_interface(const struct media_v2_interface *from, cv4l_interface *to);
void cv4l_unpack_pad(const struct media_v2_pad *from, cv4l_pad *to);
void cv4l_unpack_link(const struct media_v2_link *from, cv4l_link *to);

/// Fills in a request to switch a link, which has an entity and the index of one of its pads at either end.
void cv4l_pack_link_setup(__u32 source_entity, __u16 source_index, __u32 sink_entity, __u16 sink_index, int is_enabled,
                          struct media_link_desc *to);

/// Fills in a request for the routes of a subdevice.
void cv4l_pack_routing(cv4l_route *routes, __u32 room, cv4l_routing *to);

/// The number of a stream in a request about a pad: the first of the words that older headers call reserved.
void cv4l_set_format_stream(struct v4l2_subdev_format *request, __u32 stream);
void cv4l_set_code_stream(struct v4l2_subdev_mbus_code_enum *request, __u32 stream);
void cv4l_set_size_stream(struct v4l2_subdev_frame_size_enum *request, __u32 stream);

/// Stores the numbers of the device that a node stands for.
int cv4l_device_number(const char *path, unsigned int *major, unsigned int *minor);

/// A control's event, as it is in the kernel's structure.
typedef struct {
  __u32 type, id, changes;
} cv4l_control_event;
void cv4l_unpack_event(const struct v4l2_event *from, cv4l_control_event *to);

/// Returns the time of the clock that drivers stamp frames with (CLOCK_MONOTONIC), in nanoseconds.
long long cv4l_monotonic_time(void);

/// Stores what a symbolic link points to, cut where `length` is too short.
int cv4l_link_target(const char *path, char *target, int length);

/// The process that has locked a file (`lockf`), -1 where a lock belongs to no process, and 0 where there is none.
int cv4l_lock_holder(int fd);

/// Lists the names in a folder, one after another. Opening returns NULL where `path` cannot be listed, and the next
/// name is NULL after the last one.
void *cv4l_open_folder(const char *path);
const char *cv4l_next_name(void *folder);
void cv4l_close_folder(void *folder);

#endif

#endif
