/* Work on streams of the test GPU: copies, fills, kernels and functions of the host. */
#include "tasks.h"

#include <string.h>

#include "kernel.h"
#include "memory.h"
#include "stream.h"

static void copy(struct task *task)
{
	memmove(task->to, task->from, task->size);
}

static void fill(struct task *task)
{
	memset(task->to, task->value, task->size);
}

static void run_kernel(struct task *task)
{
	task->kernel->run(task->arguments);
}

static void run_host(struct task *task)
{
	task->host(task->data);
}

void gputest_put_copy(struct gputest_stream *s, const void *to, const void *from, size_t size)
{
	gputest_stream_put(s, &(struct task){.run = copy,
				      .to = gputest_reach(to),
				      .from = gputest_reach(from),
				      .size = size});
}

void gputest_put_fill(struct gputest_stream *s, const void *at, int value, size_t size)
{
	gputest_stream_put(s,
		&(struct task){.run = fill, .to = gputest_reach(at), .value = value, .size = size});
}

/* Copies an argument, with addresses of device memory made accessible to the processor. */
static void take_argument(char *to, const void *from, size_t size)
{
	memcpy(to, from, size);
	for (size_t i = 0; i + sizeof(void *) <= size; i += sizeof(void *)) {
		void *p;

		memcpy(&p, to + i, sizeof p);
		p = gputest_reach(p);
		memcpy(to + i, &p, sizeof p);
	}
}

void gputest_put_kernel(
	struct gputest_stream *s, struct gputest_kernel *kernel, void *const *arguments)
{
	struct task task = {.run = run_kernel, .kernel = kernel};

	for (unsigned i = 0; i < kernel->n; i++)
		take_argument(task.values[i], arguments[i], kernel->sizes[i]);
	gputest_stream_put(s, &task);
}

void gputest_put_host(struct gputest_stream *s, void (*function)(void *), void *data)
{
	gputest_stream_put(s, &(struct task){.run = run_host, .host = function, .data = data});
}
