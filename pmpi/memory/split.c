/*
 * The split collectives that are active in this process, at most one for each file handle. The
 * table keeps the buffer of the begin call, because the end call checks whether it is the same and
 * unchanged. A mutex protects it.
 */
#include "split.h"

#include <errno.h>
#include <pthread.h>

#include "../base/block.h"
#include "../base/gm.h"
#include "../library/flavour.h"
#include "../library/typemap.h"
#include "../loaded/mapped.h"
#include "digest.h"

struct split {
	int64_t file;
	const void *buf;
	int64_t count;
	struct gm_map *map; /* NULL: the bytes of the datatype are unknown */
	int64_t digest;
	int was_mapped; /* 1: all of the buffer was mapped at the begin call */
	int more;       /* begin calls on the handle since: a fault, and usually refused */
};

uint32_t gm_splits;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct split *splits;
static uint32_t room; /* gm_splits of them are used */

/* Whether the buffer is mapped from its first byte to its last, like gm_mapped. */
static int64_t span_mapped(const struct split *s)
{
	int64_t last, lo = 0, hi = 1;

	if (s->count <= 0 || (s->map && s->map->runs == 0))
		return 1;
	if (s->map) {
		if (__builtin_mul_overflow(s->count - 1, s->map->extent, &last) ||
			__builtin_add_overflow(s->map->lo, last < 0 ? last : 0, &lo) ||
			__builtin_add_overflow(s->map->hi, last > 0 ? last : 0, &hi))
			return -1;
	}
	const uintptr_t first = (uintptr_t)s->buf + (uintptr_t)lo;
	return first ? gm_mapped((const void *)first, hi - lo) : -1;
}

/* The entry of a file; NULL if there is none. */
static struct split *find(int64_t file)
{
	for (uint32_t i = 0; i < gm_splits; i++)
		if (splits[i].file == file)
			return &splits[i];
	return NULL;
}

/* A begin call: 1 if the file already has an entry, which stays as it is. */
static int again(int64_t file)
{
	struct split *s;

	pthread_mutex_lock(&lock);
	s = find(file);
	if (s)
		s->more++;
	pthread_mutex_unlock(&lock);
	return s != NULL;
}

/*
 * Removes an entry from the table; 1 if it was there. Unless all is set, the entry stays for each
 * further begin call on the file.
 */
static int take(int64_t file, int all, struct split *out)
{
	struct split *s;
	int taken = 0;

	pthread_mutex_lock(&lock);
	s = find(file);
	if (s && s->more && !all) {
		s->more--;
	} else if (s) {
		*out = *s;
		*s = splits[gm_splits - 1];
		GM_STORE(&gm_splits, gm_splits - 1);
		taken = 1;
	}
	pthread_mutex_unlock(&lock);
	return taken;
}

static void put(const struct split *s)
{
	pthread_mutex_lock(&lock);
	if (gm_splits == room) {
		const uint32_t more = room ? 2 * room : 16;
		struct split *table = gm_block_larger(splits, more * sizeof *table);

		if (table) {
			splits = table;
			room = more;
		}
	}
	const int fits = gm_splits < room;
	if (fits) {
		splits[gm_splits] = *s;
		GM_STORE(&gm_splits, gm_splits + 1);
	}
	pthread_mutex_unlock(&lock);
	if (!fits) /* no memory: the split collective is forgotten */
		gm_map_release(s->map);
}

/*
 * Before a begin call is forwarded: remembers its buffer. Returns the digest of
 * a write buffer; 0 if none was taken.
 */
int64_t gm_split_begin(int64_t file, const void *buf, int64_t count, uintptr_t datatype, int writes)
{
	const int saved = errno;
	struct split s = {.file = file, .buf = buf, .count = count};

	if (again(file))
		return 0;
	if (count > 0)
		s.map = gm_map_of(datatype & gm_handle_mask);
	s.was_mapped = span_mapped(&s) == 1;
	if (writes && s.map)
		s.digest = gm_digest(buf, count, s.map);
	put(&s);
	errno = saved;
	return s.digest;
}

static void drop(int64_t file, int all)
{
	struct split s;

	if (take(file, all, &s))
		gm_map_release(s.map);
}

/* The file is closed. */
void gm_split_forget(int64_t file)
{
	drop(file, 1);
}

/* The begin call has failed. */
void gm_split_undo(int64_t file)
{
	drop(file, 0);
}

/* Before the end call is forwarded: the state of the buffer, which is then forgotten. */
struct gm_split_words gm_split_end(int64_t file)
{
	const int saved = errno;
	struct gm_split_words words = {-1, 0};
	struct split s;

	if (!take(file, 0, &s))
		return words;
	if (s.was_mapped)
		words.mapped = span_mapped(&s);
	if (s.digest)
		words.digest = gm_digest(s.buf, s.count, s.map);
	gm_map_release(s.map);
	errno = saved;
	return words;
}
