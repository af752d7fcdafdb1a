// Tells the thread sanitizer of Swift's Mutex where two threads want it at once. The sanitizer sees the atomic
// operations that are compiled into the tests; a mutex that has to be waited for is taken within
// libswiftSynchronization, which is not compiled for it, and what the mutex guards would look like a race.
//
// Preloaded, so that the tests find these functions before those of that library, which they call.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// The sanitizer's own, which a program that is not compiled for it has not.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// Swift's names: Synchronization._MutexHandle._lockSlow(UInt32), ._tryLockSlow() -> Bool, ._unlockSlow().
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t found, SELF void *mutex);
typedef SWIFT bool (*TryLock)(SELF void *mutex);
typedef SWIFT void (*Unlock)(SELF void *mutex);

SWIFT void lockSlow(uint32_t found, SELF void *mutex) __asm__(LOCK);
SWIFT bool tryLockSlow(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlockSlow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t found, SELF void *mutex) {
  ((Lock)dlsym(RTLD_NEXT, LOCK))(found, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool tryLockSlow(SELF void *mutex) {
  bool isLocked = ((TryLock)dlsym(RTLD_NEXT, TRY_LOCK))(mutex);
  if (isLocked && __tsan_acquire) __tsan_acquire(mutex);
  return isLocked;
}

SWIFT void unlockSlow(SELF void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
