/* The statuses of messages, as the MPI in use lays them out (status.c). */
#ifndef GM_STATUS_H
#define GM_STATUS_H

#include <stdint.h>
#include <string.h>

#include "../base/gm.h"
#include "../library/flavour.h"
#include "../record/blob.h"

#pragma GCC visibility push(hidden)

struct gm_thread;

/* Room for a status of any MPI. */
struct gm_status {
	int64_t words[8];
};

/* A message, as its status describes it. */
struct gm_message {
	int64_t source;
	int64_t tag;
	int64_t bytes; /* -1: the operation was cancelled */
};

extern uint32_t gm_asked; /* 1 once the statuses in arrays are worth keeping */

void *gm_statuses(struct gm_thread *t, void *statuses, int64_t n);
int64_t gm_statuses_kept(int filled, const void *statuses, int64_t n);
void gm_blob_statuses(struct gm_blob *b, int64_t n, const void *statuses);
int64_t gm_status_bytes(const void *status, int probed);

/*
 * The statuses of an array are kept as soon as some message can only be told by
 * its status: a message received from any source or with any tag, a request that
 * may have been cancelled, a generalized request.
 */
GM_HOT void gm_ask(void)
{
	if (!GM_LOAD(&gm_asked))
		GM_STORE(&gm_asked, 1);
}

/* A nonblocking receive from this source, with this tag, is being posted. */
GM_HOT void gm_ask_of(intptr_t source, intptr_t tag)
{
	if ((int32_t)source == gm_layout.any_source || (int32_t)tag < 0)
		gm_ask();
}

/* Where the status goes: own, if the program ignores it. */
GM_HOT void *gm_status_or(void *status, struct gm_status *own)
{
	return (uintptr_t)status == gm_layout.ignore ? own : status;
}

/* The same for a read from a file: a library that leaves own as it is has read -1 bytes. */
GM_HOT void *gm_status_of_read(void *status, struct gm_status *own)
{
	void *const at = gm_status_or(status, own);

	if (at == own)
		memset(own, 0xff, sizeof *own);
	return at;
}

/* The bytes that a read from a file has got; -1: unknown. */
GM_HOT int64_t gm_bytes_read(int rc, const void *status)
{
	return rc || !status ? -1 : gm_status_bytes(status, 1);
}

/* The message of the status if the call has filled it, else zeros. probed: the call is a probe. */
GM_HOT struct gm_message gm_message_of(int filled, const void *status, int probed)
{
	const char *s = status;

	if (!filled || !s)
		return (struct gm_message){0, 0, 0};
	return (struct gm_message){*(const int32_t *)(s + gm_layout.source),
		*(const int32_t *)(s + gm_layout.tag), gm_status_bytes(s, probed)};
}

#pragma GCC visibility pop

#endif
