/*
 * Statuses. The MPI library fills them; where the program ignores them, it fills
 * room of gomarmot's own instead.
 */
#include "status.h"

#include "../base/gm.h"
#include "../library/flavour.h"
#include "../record/blob.h"
#include "../record/room.h"
#include "../record/thread.h"
#include "query.h"

uint32_t gm_asked;

/* Where the statuses of an array go. */
void *gm_statuses(struct gm_thread *t, void *statuses, int64_t n)
{
	void *own;

	if ((uintptr_t)statuses != gm_layout.ignore || !GM_LOAD(&gm_asked) || n <= 0)
		return statuses;
	own = gm_room(t, GM_ROOM_STATUSES, (uint64_t)n * gm_layout.size);
	return own ? own : statuses;
}

/* How many statuses of an array are recorded. */
int64_t gm_statuses_kept(int filled, const void *statuses, int64_t n)
{
	if (!filled || !GM_LOAD(&gm_asked) || (uintptr_t)statuses == gm_layout.ignore)
		return 0;
	return gm_array_len(n, statuses, gm_layout.size);
}

/* Adds two words for each status: source and tag in the halves of the first word, the bytes in
 * the second. */
void gm_blob_statuses(struct gm_blob *b, int64_t n, const void *statuses)
{
	const char *s = statuses;

	gm_blob_word(b, 2 * n);
	for (int64_t i = 0; i < n; i++, s += gm_layout.size) {
		const struct gm_message m = gm_message_of(1, s, 0);

		gm_blob_word(b, (int64_t)((uint64_t)m.source << 32 | (uint32_t)m.tag));
		gm_blob_word(b, m.bytes);
	}
}

/* Open MPI: int source, tag, error, cancelled; size_t bytes. */
static int64_t bytes_openmpi(const char *s, int probed)
{
	return !probed && *(const int32_t *)(s + 12) ? -1 : *(const int64_t *)(s + 16);
}

/* MPICH: the lower half, then the upper half above a bit for "cancelled". */
static int64_t bytes_mpich(const char *s, int probed)
{
	const uint32_t low = *(const uint32_t *)s, high = *(const uint32_t *)(s + 4);

	return !probed && high & 1 ? -1 : (int64_t)((uint64_t)(high >> 1) << 32 | low);
}

/* The bytes of the message; -1 if the operation was cancelled. probed: the status is that of a
 * probe, which is never cancelled, and whose bit for "cancelled" MPICH does not set. */
int64_t gm_status_bytes(const void *status, int probed)
{
	switch (gm_layout.style) {
	case GM_STATUS_OPENMPI:
		return bytes_openmpi(status, probed);
	case GM_STATUS_MPICH:
		return bytes_mpich(status, probed);
	}
	return gm_query_status(status);
}
