/*
 * How many ranks and neighbors the communicators of this process have. The table holds the
 * predefined communicators, and communicators that a recorded call has created and none has
 * freed. The MPI library is not asked about other handles, because it would call the program's
 * error handler. A handle leaves the table before the call that frees it is forwarded, so that
 * the next communicator with the same handle does not meet it.
 */
#include "comm.h"

#include <errno.h>
#include <pthread.h>

#include "../base/block.h"
#include "args.h"
#include "flavour.h"
#include "zz_predef.h"

enum { BUCKETS = 256 };

struct entry {
	struct entry *next;
	int64_t handle;
	struct gm_comm_shape shape;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *table[BUCKETS];

static struct entry **bucket(int64_t handle)
{
	return &table[((uint64_t)handle * 0x9e3779b97f4a7c15ull >> 32) % BUCKETS];
}

/* Where the pointer to the handle's entry is, or would be. */
static struct entry **place_of(int64_t handle)
{
	struct entry **at = bucket(handle);

	while (*at && (*at)->handle != handle)
		at = &(*at)->next;
	return at;
}

/* A communicator exists from now on. */
void gm_comm_known(uintptr_t comm, const struct gm_comm_shape *shape)
{
	const int64_t handle = gm_handle(comm);
	const int saved = errno;
	struct entry **at;

	pthread_mutex_lock(&lock);
	at = place_of(handle);
	if (!*at)
		*at = gm_block(sizeof **at);
	if (*at) {
		(*at)->handle = handle;
		(*at)->shape = *shape;
	}
	pthread_mutex_unlock(&lock);
	errno = saved;
}

/* A copy of a communicator, with its topology, has been created, or will be. */
void gm_comm_copied(int rc, uintptr_t comm, const void *newcomm)
{
	const struct gm_comm_shape shape = gm_comm_shape(gm_handle(comm));

	if (!rc && shape.members > 0 && !gm_is_null(GM_CLASS_COMM, (uint64_t)gm_handle_at(newcomm)))
		gm_comm_known((uintptr_t)gm_handle_at(newcomm), &shape);
}

/* A communicator is about to be freed. */
void gm_comm_gone(int64_t comm)
{
	struct entry **at, *old;

	pthread_mutex_lock(&lock);
	at = place_of(comm);
	old = *at;
	if (old)
		*at = old->next;
	pthread_mutex_unlock(&lock);
	gm_block_free(old);
}

/* All 0 if nothing is known of the handle. */
struct gm_comm_shape gm_comm_shape(int64_t comm)
{
	struct gm_comm_shape shape = {0};
	struct entry *e;

	pthread_mutex_lock(&lock);
	e = *place_of(comm);
	if (e)
		shape = e->shape;
	pthread_mutex_unlock(&lock);
	return shape;
}
