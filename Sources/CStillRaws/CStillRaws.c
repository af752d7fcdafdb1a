#define _GNU_SOURCE

#include "CStillRaws.h"

#include <errno.h>
#include <fcntl.h>
#include <libraw/libraw.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// LibRaw's loops may run on threads of OpenMP, which a child with little memory cannot start.
extern void omp_set_num_threads(int) __attribute__((weak));

const char *csr_message(int error) { return libraw_strerror(error); }
int csr_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

// MARK: - The child

static int write_all(int pipe, const void *bytes, size_t count) {
  const char *from = bytes;
  while (count > 0) {
    ssize_t written = write(pipe, from, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return -1;
    from += written;
    count -= (size_t)written;
  }
  return 0;
}

// Returns the size of the process's address space in bytes, or 0 where the system does not report it. RLIMIT_AS
// limits the whole address space, so a limit has to be added to this size.
static uint64_t address_space(void) {
  char text[32];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  uint64_t pages = 0;
  for (ssize_t index = 0; index < count && text[index] >= '0' && text[index] <= '9'; index++)
    pages = pages * 10 + (uint64_t)(text[index] - '0');
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit(int resource, uint64_t value) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max == RLIM_INFINITY || value < limits.rlim_max) limits.rlim_cur = (rlim_t)value;
  setrlimit(resource, &limits);
}

// LibRaw 0.21 has several inset crops, and 0.22 gives the place of a fault in 64 bits.
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
#define INSET_CROP(sizes) (sizes)->raw_inset_crops[0]
#else
#define INSET_CROP(sizes) (sizes)->raw_inset_crop
#endif
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 22)
typedef INT64 csr_offset;
#else
typedef int csr_offset;
#endif

static void count_fault(void *faults, const char *file, const csr_offset offset) {
  (void)file;
  (void)offset;
  ++*(int32_t *)faults;
}

static void copy_text(char *to, size_t size, const char *from, size_t length) {
  size_t count = strnlen(from, length < size - 1 ? length : size - 1);
  memcpy(to, from, count);
  to[count] = 0;
}

// LibRaw's list of black levels: four by colour, the rows and the columns of a pattern, and the levels of that pattern.
#define CBLACK_ROWS 4
#define CBLACK_COLUMNS 5
#define CBLACK_PATTERN 6
// The largest square pattern for which the list has room: LIBRAW_CBLACK_SIZE is 4104.
#define CBLACK_SQUARE 64
// The largest number of samples in a row. LibRaw's widths have 16 bits.
#define MOST_COLUMNS 65536

// The black level of a place of the picture, without what varies by colour.
static double repeated_black(const libraw_colordata_t *color, unsigned row, unsigned column) {
  unsigned rows = color->cblack[CBLACK_ROWS], columns = color->cblack[CBLACK_COLUMNS];
  double black = color->black;
  if (rows > 0 && columns > 0 && rows <= LIBRAW_CBLACK_SIZE && columns <= LIBRAW_CBLACK_SIZE &&
      rows * columns <= LIBRAW_CBLACK_SIZE - CBLACK_PATTERN)
    black += color->cblack[CBLACK_PATTERN + row % rows * columns + column % columns];
  return black;
}

static void fill_black(libraw_data_t *raw, struct csr_header *header) {
  const libraw_colordata_t *color = &raw->color;
  unsigned rows = color->cblack[CBLACK_ROWS], columns = color->cblack[CBLACK_COLUMNS];
  unsigned window = rows > columns ? rows : columns;
  if (window < 1) window = 1;
  if (window > CBLACK_SQUARE) window = CBLACK_SQUARE;
  if (header->planes == 3) {
    for (int plane = 0; plane < 3; plane++)
      header->black[plane] = repeated_black(color, 0, 0) + (double)color->cblack[plane];
    return;
  }
  unsigned period = header->period > 0 ? header->period : 1;
  for (unsigned row = 0; row < period; row++)
    for (unsigned column = 0; column < period; column++) {
      double sum = 0;
      for (unsigned down = 0; down < window; down++)
        for (unsigned across = 0; across < window; across++)
          sum += repeated_black(color, row + down * period, column + across * period);
      int index = raw->idata.filters ? libraw_COLOR(raw, (int)row, (int)column) & 3 : 0;
      header->black[row * period + column] = sum / (window * window) + (double)color->cblack[index];
    }
}

static void fill(libraw_data_t *raw, struct csr_header *header) {
  const libraw_image_sizes_t *sizes = &raw->sizes;
  header->raw_width = sizes->raw_width;
  header->raw_height = sizes->raw_height;
  header->left = sizes->left_margin;
  header->top = sizes->top_margin;
  header->width = sizes->width;
  header->height = sizes->height;
  header->flip = sizes->flip;
  // A DNG's crop is in tags that the caller reads.
  if (raw->idata.dng_version == 0) {
    header->crop_left = INSET_CROP(sizes).cleft;
    header->crop_top = INSET_CROP(sizes).ctop;
    header->crop_width = INSET_CROP(sizes).cwidth;
    header->crop_height = INSET_CROP(sizes).cheight;
  }
  for (int index = 0; index < 8; index++) {
    const int *mask = sizes->mask[index];
    if (mask[0] < 0 || mask[1] < 0 || mask[2] <= mask[0] || mask[3] <= mask[1]) continue;
    if (mask[2] > sizes->raw_height || mask[3] > sizes->raw_width) continue;
    int32_t *to = header->masks[header->mask_count++];
    to[0] = mask[1], to[1] = mask[0], to[2] = mask[3], to[3] = mask[2];
  }
  for (int index = 0; index < 3; index++) {
    header->camera_multipliers[index] = raw->color.cam_mul[index];
    header->analog_balance[index] = raw->other.analogbalance[index];
  }
  for (int index = 0; index < 9; index++) header->color_matrix[index] = raw->color.cam_xyz[index / 3][index % 3];
  header->dng_version = raw->idata.dng_version;
  copy_text(header->make, sizeof header->make, raw->idata.make, sizeof raw->idata.make);
  copy_text(header->model, sizeof header->model, raw->idata.model, sizeof raw->idata.model);
  copy_text(header->serial, sizeof header->serial, raw->shootinginfo.BodySerial, sizeof raw->shootinginfo.BodySerial);
  header->duration = raw->other.shutter;
  header->iso = raw->other.iso_speed;
  header->aperture = raw->other.aperture;
}

// Returns whether the kind of samples is supported, and describes their layout and levels in `header`.
static int fill_samples(libraw_data_t *raw, struct csr_header *header) {
  const libraw_rawdata_t *data = &raw->rawdata;
  if (data->ioparams.fuji_width != 0) return 0;
  if (data->raw_image != NULL) {
    header->planes = 1;
    if (raw->idata.filters == 1 || (raw->idata.filters != 0 && raw->idata.colors > 3)) return 0;
    header->period = raw->idata.filters == 0 ? 0 : raw->idata.filters == 9 ? 6 : CSR_PERIOD;
    for (unsigned row = 0; row < header->period; row++)
      for (unsigned column = 0; column < header->period; column++) {
        int index = libraw_COLOR(raw, (int)row, (int)column);
        header->letters[row * header->period + column] = index >= 0 && index < 4 ? raw->idata.cdesc[index] : '?';
      }
  } else if ((data->color3_image != NULL || data->color4_image != NULL) && raw->idata.colors == 3) {
    header->planes = 3;
  } else {
    return 0;
  }
  fill_black(raw, header);
  header->white = raw->color.maximum;
  for (int plane = 0; plane < 3; plane++) header->plane_white[plane] = raw->color.dng_levels.dng_whitelevel[plane];
  return 1;
}

static int write_samples(libraw_data_t *raw, const struct csr_header *header, int pipe) {
  const libraw_rawdata_t *data = &raw->rawdata;
  size_t pitch = raw->sizes.raw_pitch, width = header->raw_width;
  size_t least = 2 * width * (data->raw_image != NULL ? 1 : data->color3_image != NULL ? 3 : 4);
  if (pitch < least) pitch = least;
  static uint16_t three[3 * MOST_COLUMNS];
  for (uint32_t row = 0; row < header->raw_height; row++) {
    if (data->raw_image != NULL) {
      if (write_all(pipe, (const char *)data->raw_image + row * pitch, 2 * width) != 0) return -1;
    } else if (data->color3_image != NULL) {
      if (write_all(pipe, (const char *)data->color3_image + row * pitch, 6 * width) != 0) return -1;
    } else {
      const uint16_t *four = (const uint16_t *)((const char *)data->color4_image + row * pitch);
      for (size_t column = 0; column < width; column++)
        for (int plane = 0; plane < 3; plane++) three[3 * column + plane] = four[4 * column + plane];
      if (write_all(pipe, three, 6 * width) != 0) return -1;
    }
  }
  return 0;
}

static uint64_t count_samples(const struct csr_header *header) {
  return (uint64_t)header->raw_width * header->raw_height;
}

static void decode(const void *bytes, size_t count, struct csr_limits limits, int pipe) {
  struct csr_header header;
  memset(&header, 0, sizeof header);
  header.stage = CSR_STAGE_OPEN;
  const uint64_t base = address_space();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.processor_time);
  if (base > 0) limit(RLIMIT_AS, base + limits.memory);
  alarm(limits.time);
  // LibRaw, and the C++ library that ends it, print on standard error.
  int silence = open("/dev/null", O_WRONLY);
  if (silence >= 0) dup2(silence, STDOUT_FILENO), dup2(silence, STDERR_FILENO);
  if (limits.fault != 0) raise(limits.fault);
  if (omp_set_num_threads) omp_set_num_threads(1);
  libraw_data_t *raw = libraw_init(0);
  header.error = LIBRAW_UNSUFFICIENT_MEMORY;
  if (raw != NULL) {
    int32_t faults = 0;
    libraw_set_dataerror_handler(raw, count_fault, &faults);
    header.error = libraw_open_buffer(raw, (void *)bytes, count);
    if (header.error == LIBRAW_SUCCESS) {
      fill(raw, &header);
      const uint64_t samples = count_samples(&header);
      header.stage = CSR_STAGE_SIZE;
      if (samples <= limits.samples) {
        header.stage = CSR_STAGE_UNPACK;
        // Decoding needs one sample per pixel for a mosaic or a gray sensor, and up to four otherwise. The limit
        // allows twice that, because a decoder may keep a table of the same size.
        const uint64_t planes = raw->idata.filters != 0 || raw->idata.colors == 1 ? 1 : 4;
        if (base > 0) limit(RLIMIT_AS, base + limits.memory + 2 * planes * samples * sizeof(uint16_t));
        header.error = libraw_unpack(raw);
        if (header.error == LIBRAW_SUCCESS && faults > 0) {
          header.stage = CSR_STAGE_DAMAGED;
          header.error = faults;
        } else if (header.error == LIBRAW_SUCCESS) {
          // Decoders correct the sizes.
          header.mask_count = 0;
          fill(raw, &header);
          header.stage = count_samples(&header) > limits.samples ? CSR_STAGE_SIZE
                         : fill_samples(raw, &header)            ? CSR_STAGE_DONE
                                                                 : CSR_STAGE_KIND;
        }
      }
    }
  }
  if (write_all(pipe, &header, sizeof header) == 0 && header.stage == CSR_STAGE_DONE) write_samples(raw, &header, pipe);
}

// MARK: - The parent

// Opens a pipe that programs which this process starts do not inherit.
static int open_pipe(int ends[2]) {
#ifdef __APPLE__
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return pipe2(ends, O_CLOEXEC);
#endif
}

int csr_start(const void *bytes, size_t count, struct csr_limits limits, struct csr_child *child) {
  // Only one thread at a time may create a pipe and fork. Otherwise the child of another thread would inherit this
  // pipe and keep it open. Where the system can, the pipe is closed on exec from the start, because other threads may
  // start other programs.
  static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;
  int ends[2];
  pthread_mutex_lock(&forking);
  int error = open_pipe(ends) == 0 ? 0 : errno;
  if (error == 0) {
    pid_t parent = getpid();
    pid_t process = fork();
    if (process == 0) {
      // The parent's signal handlers must not run in the child, where a signal has to end the process.
      const int own[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU,
                         SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
      sigset_t none;
      sigemptyset(&none);
      for (size_t index = 0; index < sizeof own / sizeof own[0]; index++) signal(own[index], SIG_DFL);
      sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
      // A child does not outlive its parent. The thread that forks waits for it, so the thread's end is the process's.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(0);
#endif
      close(ends[0]);
      decode(bytes, count, limits, ends[1]);
      _exit(0);
    }
    error = process < 0 ? errno : 0;
    close(ends[1]);
    if (process < 0) close(ends[0]);
    child->process = process;
    child->pipe = ends[0];
  }
  pthread_mutex_unlock(&forking);
  return error;
}

size_t csr_read(const struct csr_child *child, void *bytes, size_t count) {
  char *to = bytes;
  size_t done = 0;
  while (done < count) {
    ssize_t came = read(child->pipe, to + done, count - done);
    if (came < 0 && errno == EINTR) continue;
    if (came <= 0) break;
    done += (size_t)came;
  }
  return done;
}

int csr_end(const struct csr_child *child, uint64_t *memory) {
  struct rusage usage;
  int status = 0;
  close(child->pipe);
  // The pipe's reading end is closed, so a child that still writes gets SIGPIPE and ends.
  while (wait4(child->process, &status, 0, &usage) < 0)
    if (errno != EINTR) return 0;
#ifdef __APPLE__
  *memory = (uint64_t)usage.ru_maxrss;
#else
  *memory = 1024 * (uint64_t)usage.ru_maxrss;
#endif
  return status;
}
