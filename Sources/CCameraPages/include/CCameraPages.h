#ifndef CCAMERAPAGES_H
#define CCAMERAPAGES_H

#include <stddef.h>
#include <stdint.h>

// A file of the page as it was when the package was built. Name and bytes live as long as the process.
struct page_file {
  const char *name;
  const char *type;
  const uint8_t *bytes;
  size_t count;
};

// The file at an index, counted from 0; behind the last one, a file without a name.
struct page_file page_file_at(size_t index);

#endif
