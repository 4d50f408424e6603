/* Arrays of requests that a thread waits for, call after call (waited.c). */
#ifndef GM_WAITED_H
#define GM_WAITED_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

void gm_blob_requests(struct gm_thread *t, const void *pc, int64_t n, const void *handles);

#pragma GCC visibility pop

#endif
