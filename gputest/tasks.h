/* Work on streams of the test GPU (tasks.c). */
#ifndef GPUTEST_TASKS_H
#define GPUTEST_TASKS_H

#include <stddef.h>

struct gputest_stream;
struct gputest_kernel;

void gputest_put_copy(struct gputest_stream *s, const void *to, const void *from, size_t size);
void gputest_put_fill(struct gputest_stream *s, const void *at, int value, size_t size);
void gputest_put_kernel(
	struct gputest_stream *s, struct gputest_kernel *kernel, void *const *arguments);
void gputest_put_host(struct gputest_stream *s, void (*function)(void *), void *data);

#endif
