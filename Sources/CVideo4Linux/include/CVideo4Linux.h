#ifndef CVIDEO4LINUX_H
#define CVIDEO4LINUX_H

// What Swift cannot import of Video4Linux by itself. The structures and most constants come from the kernel's header as
// they are. Elsewhere than on Linux the module is empty.

#if defined(__linux__)

#include <linux/videodev2.h>
#include <stddef.h>

// Request codes: function-like macros, which Swift does not see.

extern const unsigned long cv4l_querycap;
extern const unsigned long cv4l_enum_fmt;
extern const unsigned long cv4l_enum_framesizes;
extern const unsigned long cv4l_g_fmt;
extern const unsigned long cv4l_s_fmt;
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

// System calls. Each returns what the call returns, or -errno: errno is read here, where nothing can come between.
// None of them retries; a caller that is interrupted gets -EINTR.

/// Opens `path` for reading and writing, non-blocking, and not inherited by child processes.
int cv4l_open(const char *path);

int cv4l_close(int fd);

/// 1 where `path` names a character device, 0 where it names something else.
int cv4l_is_character_device(const char *path);

/// `ioctl`, which Swift does not import because it is variadic.
int cv4l_ioctl(int fd, unsigned long request, void *argument);

/// Waits until `fd` has a filled buffer: 1 then, 0 after `milliseconds`. `trouble` becomes 1 where the driver reports an
/// error or a hang-up.
int cv4l_wait(int fd, int milliseconds, int *trouble);

/// Maps `length` bytes of `fd` from `offset` on, to be read, and stores where they are.
int cv4l_map(int fd, size_t length, unsigned int offset, void **address);

int cv4l_unmap(void *address, size_t length);

/// A control's value, of 64 bits or 32. The kernel's own structures for it are packed, and Swift cannot see their fields.
typedef struct {
  __u32 id;
  int is_wide;
  __s64 value;
} cv4l_control_value;

void cv4l_pack_control(const cv4l_control_value *from, struct v4l2_ext_control *to);

/// Reads the value as `to->is_wide` says.
void cv4l_unpack_control(const struct v4l2_ext_control *from, cv4l_control_value *to);

/// An entry of a menu, asked for and answered; `name` is for plain menus, `value` for menus of numbers.
void cv4l_pack_menu_request(__u32 id, __u32 index, struct v4l2_querymenu *to);
__u32 cv4l_menu_id(const struct v4l2_querymenu *menu);
__u32 cv4l_menu_index(const struct v4l2_querymenu *menu);
__s64 cv4l_menu_value(const struct v4l2_querymenu *menu);
void cv4l_pack_menu_name(const char *name, struct v4l2_querymenu *to);
void cv4l_pack_menu_value(__s64 value, struct v4l2_querymenu *to);

/// The clock that drivers give frames their times by, in nanoseconds.
long long cv4l_monotonic_time(void);

/// The names in a folder, one after another: NULL behind the last, and where `path` cannot be listed.
void *cv4l_open_folder(const char *path);
const char *cv4l_next_name(void *folder);
void cv4l_close_folder(void *folder);

#endif

#endif
