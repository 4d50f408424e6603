/*
 * Blob records: data too long for a record, immediately before that record. A
 * blob is a stream of int64 words cut into pieces of at most 254 slots; each
 * piece is published as soon as it is full, so a blob may be longer than the
 * ring.
 */
#include "blob.h"

#include <string.h>

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/peek.h"
#include "../base/record.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "ring.h"
#include "room.h"
#include "thread.h"

enum { PIECE_SLOTS = GM_MAX_RECORD - 1 };

/* Begins the next piece. */
static void open_piece(struct gm_blob *b)
{
	struct gm_thread *t = b->t;
	uint64_t left = b->total - b->offset;
	uint64_t slots = 1 + (left + GM_SLOT - 1) / GM_SLOT;
	uint8_t *slot;
	uint64_t *head;

	if (slots > GM_MAX_RECORD)
		slots = GM_MAX_RECORD;
	t->next = t->head + slots;
	slot = t->slots + ((uint32_t)t->head & t->mask) * (size_t)GM_SLOT;
	if (t->next > t->limit)
		slot = gm_make_room(t, (unsigned)slots);
	GM_STORE(&t->ring->reserve, t->next);
	head = (uint64_t *)slot;
	head[0] = GM_META(GM_KIND_BLOB, GM_ONCE, 0, 2) | slots << 24 | (uint64_t)t->seq << 32;
	head[1] = gm_ticks();
	head[2] = (uintptr_t)b->pc | t->stack;
	head[3] = b->total;
	head[4] = b->offset;
	b->at = slot + GM_SLOT;
	b->end = slot + slots * GM_SLOT;
}

/* Opens a blob of this many words; exactly as many must follow. */
void gm_blob_open(struct gm_blob *b, struct gm_thread *t, const void *pc, int64_t words)
{
	*b = (struct gm_blob){.t = t, .pc = pc, .total = (uint64_t)words * 8};
	if (words)
		open_piece(b);
}

/* n words have been written to b->at: publishes the piece if it is full. */
static void written(struct gm_blob *b, int64_t n)
{
	b->at += n * 8;
	b->offset += (uint64_t)n * 8;
	if (b->at != b->end && b->offset != b->total)
		return;
	__atomic_signal_fence(__ATOMIC_SEQ_CST); /* as in gm_commit */
	b->t->head = b->t->next;
	GM_PUBLISH(&b->t->ring->head, b->t->head);
	if (b->offset != b->total)
		open_piece(b);
}

/* The number of edges of a graph, 0 unless its index is that of a graph. */
int64_t gm_edges(int64_t nodes, const int32_t *index)
{
	int32_t edges = 0;

	nodes = gm_array_len(nodes, index, sizeof *index);
	for (int64_t i = 0; i < nodes; i++) {
		if (index[i] < edges)
			return 0;
		edges = index[i];
	}
	return edges;
}

/* The sum of an array of counts, 0 unless they are counts. */
int64_t gm_total(int64_t n, const int32_t *a)
{
	int64_t total = 0;

	n = gm_array_len(n, a, sizeof *a);
	for (int64_t i = 0; i < n; i++) {
		if (a[i] < 0)
			return 0;
		total += a[i];
	}
	return total;
}

void gm_blob_word(struct gm_blob *b, int64_t word)
{
	memcpy(b->at, &word, sizeof word);
	written(b, 1);
}

/* How many of n words are written next: up to the end of a slot, which is a cache line. */
static int64_t next_words(const struct gm_blob *b, int64_t n)
{
	const int64_t left = (GM_SLOT - ((uintptr_t)b->at & (GM_SLOT - 1))) / 8;

	gm_prefetch(b->at + GM_AHEAD);
	return n < left ? n : left;
}

void gm_blob_ints(struct gm_blob *b, int64_t n, const int32_t *a)
{
	gm_blob_word(b, n);
	while (n) {
		const int64_t k = next_words(b, n);
		int64_t *to = (int64_t *)b->at;

		for (int64_t i = 0; i < k; i++)
			to[i] = a[i];
		written(b, k);
		a += k;
		n -= k;
	}
}

/* How many of the first of n > 0 ranks are equally spaced. */
static int64_t run_of(int64_t n, const int32_t *ranks)
{
	int64_t k = 1;

	while (k < n && (int64_t)ranks[k] - ranks[k - 1] == (int64_t)ranks[1] - ranks[0])
		k++;
	return k;
}

/* How many runs the ranks are; 0: a list of ranks is shorter. */
static int64_t runs_of(int64_t n, const int32_t *ranks)
{
	int64_t runs = 0;

	for (int64_t i = 0; i < n && 3 * runs < n; runs++)
		i += run_of(n - i, ranks + i);
	return 3 * runs < n ? runs : 0;
}

/* The words that gm_blob_ranks writes. */
int64_t gm_rank_words(int64_t n, const int32_t *ranks)
{
	const int64_t runs = runs_of(n, ranks);

	return 1 + (runs ? 3 * runs : n);
}

void gm_blob_ranks(struct gm_blob *b, int64_t n, const int32_t *ranks)
{
	const int64_t runs = runs_of(n, ranks);

	if (!runs) {
		gm_blob_ints(b, n, ranks);
		return;
	}
	gm_blob_word(b, -runs);
	for (int64_t k; n; n -= k, ranks += k) {
		k = run_of(n, ranks);
		gm_blob_word(b, ranks[0]);
		gm_blob_word(b, k > 1 ? ranks[1] - ranks[0] : 0);
		gm_blob_word(b, k);
	}
}

void gm_blob_longs(struct gm_blob *b, int64_t n, const int64_t *a)
{
	gm_blob_word(b, n);
	while (n) {
		const int64_t k = next_words(b, n);

		memcpy(b->at, a, (size_t)k * sizeof *a);
		written(b, k);
		a += k;
		n -= k;
	}
}

void gm_blob_handles(struct gm_blob *b, int64_t n, const void *handles)
{
	const uint32_t *a = handles;

	if (gm_handle_mask != UINT32_MAX) {
		gm_blob_longs(b, n, handles);
		return;
	}
	gm_blob_word(b, n);
	while (n) {
		const int64_t k = next_words(b, n);
		int64_t *to = (int64_t *)b->at;

		for (int64_t i = 0; i < k; i++)
			to[i] = a[i];
		written(b, k);
		a += k;
		n -= k;
	}
}

/*
 * Saves handles that a call may overwrite, for a blob written after the call; 0 if
 * there is no memory for them. If the array cannot be read, *saved is NULL.
 */
int gm_save_handles(struct gm_thread *t, const void **saved, int64_t n, const void *a)
{
	const uint32_t size = gm_handle_size();
	void *to;

	n = gm_array_len(n, a, size);
	if (!n)
		return 1;
	to = gm_room(t, GM_ROOM_HANDLES, (uint64_t)n * size);
	*saved = to;
	if (!to)
		return 0;
	memcpy(to, a, (size_t)n * size);
	return 1;
}

/* The length of the program's string; 0 if it is NULL or cannot be read. */
static int64_t length_of(const char *s)
{
	enum { PAGE = 4096 };
	int64_t n = 0;

	for (; s; n++) {
		if ((!n || !((uintptr_t)(s + n) % PAGE)) && !gm_can_peek(s + n))
			return 0;
		if (!s[n])
			break;
	}
	return n;
}

int64_t gm_string_words(const char *s)
{
	return 1 + (length_of(s) + 7) / 8;
}

void gm_blob_string(struct gm_blob *b, const char *s)
{
	const int64_t length = length_of(s);

	gm_blob_word(b, length);
	for (int64_t done = 0; done < length; done += 8) {
		int64_t word = 0;

		memcpy(&word, s + done, length - done < 8 ? (size_t)(length - done) : 8);
		gm_blob_word(b, word);
	}
}
