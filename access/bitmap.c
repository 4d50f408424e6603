/*
 * The accesses of a place that do not fit into its series: bitmaps of the surrounding memory. Each
 * block of bitmaps belongs to the time before one call or fence.
 */
#define _GNU_SOURCE
#include "bitmap.h"

#include <string.h>
#include <sys/mman.h>

#include "watched.h"

enum { DIRECTORY = 64 };

/* The place and the memory of a bitmap: bit 0 is at lo. */
struct block {
	uintptr_t key, lo;
	uint32_t shift; /* a bit stands for 1 << shift bytes */
};

struct bits {
	uint64_t words[GOMARMOT_BITS / 64];
};

/* Adjacent blocks of a place. A directory is small and stays in the cache, so an access to
 * scattered memory waits for its bitmap only. */
struct directory {
	uintptr_t key, lo;
	uint32_t shift;
	uint32_t blocks[DIRECTORY]; /* + 1; 0: none yet */
};

/* The highest bits of the product: they spread directories side by side, so that few meet. */
GA_HOT size_t directory_hash(uintptr_t value, size_t room)
{
	return value * 0x9e3779b97f4a7c15ul >> __builtin_clzl(room - 1);
}

/* Returns the index entry of the directory; an empty entry if there is no directory yet. */
GA_HOT uint32_t *find_directory(
	const struct ga_log *log, uintptr_t site_key, uintptr_t lo, uint32_t shift)
{
	size_t i = directory_hash(lo ^ site_key << 11 ^ shift, log->index_room);
	const struct directory *all = log->directories.at;

	for (;; i = (i + 1) & (log->index_room - 1)) {
		uint32_t *place = &log->directory_index[i];
		const struct directory *d;

		if (!*place)
			return place;
		d = &all[*place - 1];
		if (d->lo == lo && d->key == site_key && d->shift == shift)
			return place;
	}
}

static GA_COLD int grow_index(struct ga_log *log)
{
	const size_t more = log->index_room ? 2 * log->index_room : 2 * GA_FIRST_ELEMENTS;
	uint32_t *index = ga_pages(more * sizeof *index);
	const struct directory *all = log->directories.at;

	if (!index)
		return -1;
	if (log->directory_index)
		munmap(log->directory_index, log->index_room * sizeof *index);
	log->directory_index = index;
	log->index_room = more;
	for (size_t i = 0; i < log->directories.used; i++)
		*find_directory(log, all[i].key, all[i].lo, all[i].shift) = (uint32_t)i + 1;
	return 0;
}

static GA_COLD struct directory *add_directory(
	struct ga_log *log, uintptr_t site_key, uintptr_t lo, uint32_t shift)
{
	struct directory *d;

	if (4 * (log->directories.used + 1) >= log->index_room && grow_index(log))
		return NULL;
	d = ga_add(&log->directories, sizeof *d);
	if (!d)
		return NULL;
	*d = (struct directory){.key = site_key, .lo = lo, .shift = shift};
	*find_directory(log, site_key, lo, shift) = (uint32_t)log->directories.used;
	return d;
}

static GA_COLD uint32_t add_block(
	struct ga_log *log, uintptr_t site_key, uintptr_t lo, uint32_t shift)
{
	struct bits *bits = ga_add(&log->bits, sizeof *bits);
	struct block *b = bits ? ga_add(&log->blocks, sizeof *b) : NULL;

	if (!b) {
		log->bits.used = log->blocks.used;
		return 0;
	}
	*bits = (struct bits){{0}};
	*b = (struct block){.key = site_key, .lo = lo, .shift = shift};
	return (uint32_t)log->blocks.used;
}

/* Returns the bitmap of a place for the memory around an address. */
static struct bits *bits_of(struct ga_log *log, uintptr_t site_key, uintptr_t lo, uint32_t shift)
{
	const uintptr_t number = lo / GOMARMOT_BITS >> shift;
	const uintptr_t first = (number & ~(uintptr_t)(DIRECTORY - 1)) * GOMARMOT_BITS << shift;
	const uint32_t place = log->index_room ? *find_directory(log, site_key, first, shift) : 0;
	struct directory *d = GA_LIKELY(place) ? (struct directory *)log->directories.at + place - 1
					       : add_directory(log, site_key, first, shift);
	uint32_t *block;

	if (!d)
		return NULL;
	block = &d->blocks[number % DIRECTORY];
	if (!GA_LIKELY(*block) && !(*block = add_block(log, site_key, lo, shift)))
		return NULL;
	return (struct bits *)log->bits.at + *block - 1;
}

/* Logs bytes as bits, in the largest unit that fits. */
void ga_scatter(struct ga_log *log, uintptr_t site_key, uintptr_t lo, uintptr_t hi)
{
	const unsigned shift = (unsigned)__builtin_ctz((uint32_t)(lo | hi | 8));
	const uintptr_t bytes = (uintptr_t)GOMARMOT_BITS << shift;

	while (lo < hi) {
		const uintptr_t base = lo & ~(bytes - 1);
		const uintptr_t end = hi < base + bytes ? hi : base + bytes;
		struct bits *b = bits_of(log, site_key, base, shift);

		if (!b) {
			log->lost = 1;
			return;
		}
		for (; lo < end; lo += 1ul << shift)
			b->words[(lo - base) >> shift >> 6] |= 1ul << ((lo - base) >> shift & 63);
	}
}

/* Each block belongs to the time before a call: the next call gets blocks of its own. */
void ga_forget_blocks(struct ga_log *log)
{
	if (!log->directories.used)
		return;
	memset(log->directory_index, 0, log->index_room * sizeof *log->directory_index);
	log->directories.used = 0;
}

/* Hands block number i over to the sink. */
void ga_hand_over_bits(const struct ga_log *log, size_t i, const struct gomarmot_sink *sink)
{
	const struct block *b = (const struct block *)log->blocks.at + i;
	struct gomarmot_bits bits = {.pc = ga_pc_of(b->key),
		.lo = b->lo,
		.unit = 1u << b->shift,
		.kind = ga_kind_of(b->key)};

	memcpy(bits.bits, (const struct bits *)log->bits.at + i, sizeof bits.bits);
	if (bits.kind == GA_UPDATED) {
		bits.kind = 0;
		sink->bits(sink->to, &bits);
		bits.kind = GOMARMOT_WROTE;
	}
	sink->bits(sink->to, &bits);
}

/* Marks the bytes logged with the kind as of interest again; atomic accesses clear no bits. */
void ga_rearm_part(uint32_t kind, uintptr_t lo, uintptr_t hi)
{
	if (kind == 0 || kind == GA_UPDATED)
		ga_rearm(GA_READS, lo, hi);
	if (kind == GOMARMOT_WROTE || kind == GA_UPDATED)
		ga_rearm(GA_WRITES, lo, hi);
}

/* Marks runs of adjacent bits at once. */
static void rearm_block(const struct block *b, const struct bits *bits)
{
	for (unsigned word = 0; word < GOMARMOT_BITS / 64; word++) {
		const uintptr_t at = b->lo + ((uintptr_t)64 * word << b->shift);
		uint64_t rest = bits->words[word];

		while (rest) {
			const unsigned from = (unsigned)__builtin_ctzl(rest);
			const uint64_t others = ~(rest | (rest - 1));
			const unsigned to = others ? (unsigned)__builtin_ctzl(others) : 64;

			ga_rearm_part(ga_kind_of(b->key), at + ((uintptr_t)from << b->shift),
				at + ((uintptr_t)to << b->shift));
			rest = others ? rest & UINT64_MAX << to : 0;
		}
	}
}

/* Marks the bytes of blocks added since the previous call as of interest again. */
void ga_rearm_blocks(struct ga_log *log)
{
	const struct block *blocks = log->blocks.at;
	const struct bits *bits = log->bits.at;

	for (; log->blocks_rearmed < log->blocks.used; log->blocks_rearmed++)
		rearm_block(&blocks[log->blocks_rearmed], &bits[log->blocks_rearmed]);
}

/* Returns the place at which the bytes of a block were accessed. */
uintptr_t ga_pc_of_block(const struct ga_log *log, size_t i)
{
	return ga_pc_of(((const struct block *)log->blocks.at)[i].key);
}
