/*
 * The streams that the program has created, with their device and flags, and the device of each
 * thread. gomarmot asks HIP for neither: a call would replace the program's last error.
 */
#include "streams.h"

#include <pthread.h>

#include "../room.h"

struct stream {
	hipStream_t handle;
	int64_t context;
	unsigned flags;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stream *all;
static uint32_t count, room;
static __thread int device;

void gh_device_set(int number)
{
	device = number;
}

/* Contexts are numbered from 1 on. */
int64_t gh_context(void)
{
	return device + 1;
}

/* Searches in turn, because programs have few streams. Under the lock. */
static struct stream *find(hipStream_t handle)
{
	for (uint32_t i = 0; i < count; i++)
		if (all[i].handle == handle)
			return &all[i];
	return NULL;
}

void gh_stream_made(hipStream_t stream, unsigned flags)
{
	struct stream *s, *more;

	pthread_mutex_lock(&lock);
	s = find(stream);
	more = s ? NULL : gg_room(all, count, &room, sizeof *all);
	if (more) {
		all = more;
		s = &all[count++];
	}
	if (s)
		*s = (struct stream){stream, gh_context(), flags};
	pthread_mutex_unlock(&lock);
}

void gh_stream_gone(hipStream_t stream)
{
	struct stream *s;

	pthread_mutex_lock(&lock);
	s = find(stream);
	if (s)
		*s = all[--count];
	pthread_mutex_unlock(&lock);
}

/* Whether a stream takes no part in the rules of the legacy default stream, and the context in
 * which it was created. A stream of unknown origin takes part: then more work counts as complete.
 */
int gh_nonblocking(gg_stream stream, int64_t *context)
{
	const struct stream *s;
	int is = 0;

	pthread_mutex_lock(&lock);
	s = find((hipStream_t)stream);
	if (s) {
		*context = s->context;
		is = (s->flags & hipStreamNonBlocking) != 0;
	}
	pthread_mutex_unlock(&lock);
	return is;
}
