/*
 * The digest of a write buffer: two digests of the same layout differ if any byte that was read
 * differs. The program's memory may be unreadable, so pages are first tried by a system call that
 * returns an error instead of faulting.
 *
 * Up to a limit every byte is read. Above it a sample is read: the first and last EDGE bytes, and a
 * LINE at even distances, at least MIN_LINES times, and once in LINE_EVERY bytes. The kernel copies
 * the sample.
 */
#define _GNU_SOURCE
#include "digest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/note.h"
#include "../library/typemap.h"
#include "../loaded/device.h"

enum {
	DEFAULT_LIMIT = 64 << 10,
	PIECE = 64, /* a run counts as at least this many bytes against the limit */
	EDGE = 1024,
	EDGE_RUNS = 64, /* the most runs in an edge, which is then shorter */
	LINE = 64,
	LINE_EVERY = 16 << 10,
	MIN_LINES = 64,
	PLACES = 128, /* read by a system call */
	COPY = PLACES * LINE,
	WIDE = 256, /* bytes per step of the wide hash */
};

static const int64_t MEMORY = INT64_C(1) << 47; /* no buffer is longer */

static int64_t limit; /* 0: off */
static int speaks;    /* 1: this process may report a wrong setting */
static int forbidden; /* the system call is not permitted here */
static pid_t self;
static uintptr_t page = 4096;

/*
 * The hash. A step is h = (h ^ data) * odd, then h ^= h >> shift: for fixed data it is a
 * bijection of h, and for fixed h a bijection of the data. So changing a single word always changes
 * its lane, and changing a single lane always changes the result.
 */

typedef uint32_t lanes __attribute__((vector_size(32)));

static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9fb21c651e98df25u;
	return h ^ h >> 32;
}

static uint64_t hash_short(uint64_t h, const uint8_t *p, size_t n)
{
	uint64_t word;

	for (; n >= sizeof word; p += sizeof word, n -= sizeof word) {
		memcpy(&word, p, sizeof word);
		h = mix(h, word);
	}
	if (n) {
		word = 0;
		for (size_t i = 0; i < n; i++)
			word |= (uint64_t)p[i] << 8 * i;
		h = mix(h, word);
	}
	return h;
}

static inline __attribute__((always_inline)) void step(lanes *h, const uint8_t *p)
{
	lanes data, next;

	memcpy(&data, p, sizeof data);
	next = (*h ^ data) * 0x9e3779b1u;
	*h = next ^ next >> 15;
}

/* Eight vectors side by side: no step waits for the previous one. */
static inline __attribute__((always_inline)) uint64_t hash_wide(
	uint64_t seed, const uint8_t *p, size_t n)
{
	lanes a = {1, 2, 3, 4, 5, 6, 7, 8}, b = a + 8, c = a + 16, d = a + 24;
	lanes e = a + 32, f = a + 40, g = a + 48, h = a + 56;

	for (; n >= WIDE; p += WIDE, n -= WIDE) {
		step(&a, p);
		step(&b, p + 32);
		step(&c, p + 64);
		step(&d, p + 96);
		step(&e, p + 128);
		step(&f, p + 160);
		step(&g, p + 192);
		step(&h, p + 224);
	}
	step(&a, (const uint8_t *)&b);
	step(&c, (const uint8_t *)&d);
	step(&e, (const uint8_t *)&f);
	step(&g, (const uint8_t *)&h);
	step(&a, (const uint8_t *)&c);
	step(&e, (const uint8_t *)&g);
	step(&a, (const uint8_t *)&e);
	return hash_short(hash_short(seed, (const uint8_t *)&a, sizeof a), p, n);
}

static uint64_t hash_plain(uint64_t h, const uint8_t *p, size_t n)
{
	return hash_wide(h, p, n);
}

static uint64_t (*hash_long)(uint64_t h, const uint8_t *p, size_t n) = hash_plain;

#if defined(__x86_64__)
/*
 * The upper halves of the registers are cleared at the end, which the compiler
 * does not do here on its own: without that, the program's SSE code would run
 * several times slower from then on.
 */
__attribute__((target("avx2"))) static uint64_t hash_avx2(uint64_t h, const uint8_t *p, size_t n)
{
	h = hash_wide(h, p, n);
	__builtin_ia32_vzeroupper();
	return h;
}

static void choose_hash(void)
{
	if (__builtin_cpu_supports("avx2"))
		hash_long = hash_avx2;
}
#else
static void choose_hash(void)
{
}
#endif

static uint64_t hash(uint64_t h, const uint8_t *p, size_t n)
{
	return n < 2 * WIDE ? hash_short(h, p, n) : hash_long(h, p, n);
}

/* A number of bytes such as 65536, 64K or 4M; 0 for off, -1 for anything else. */
static int64_t parse(const char *text)
{
	const char *const units = "KMG", *unit;
	char *end;
	long long n;

	if (!strcmp(text, "off"))
		return 0;
	if (*text < '0' || *text > '9')
		return -1;
	errno = 0;
	n = strtoll(text, &end, 10);
	if (errno || n > INT64_MAX >> 30)
		return -1;
	unit = *end ? strchr(units, *end) : NULL;
	if (unit) {
		n <<= 10 * (unit - units + 1);
		end++;
	}
	return *end ? -1 : n;
}

/* When recording starts: reads GOMARMOT_DIGEST. If speak is set, a wrong value is reported. */
void gm_digest_setup(int speak)
{
	const int saved = errno;
	const char *text = getenv("GOMARMOT_DIGEST");

	speaks = speak;
	self = getpid();
	page = (uintptr_t)sysconf(_SC_PAGESIZE);
	choose_hash();
	limit = text && *text ? parse(text) : DEFAULT_LIMIT;
	if (limit < 0) {
		limit = DEFAULT_LIMIT;
		if (speak)
			gm_note("GOMARMOT_DIGEST=%.40s is neither off nor a number of bytes such "
				"as 65536 or 64K; using the default",
				text);
	}
	errno = saved;
}

/* Whether any digests are taken. */
int gm_digest_on(void)
{
	return limit != 0;
}

/* Places of the program's memory that are read by a single system call. */
struct places {
	unsigned n;
	size_t bytes;
	struct iovec at[PLACES];
};

/*
 * 1 if everything was read. The kernel reads the places as any system call
 * would. It is called by number: tools that intercept the function would take
 * the program's memory for gomarmot's.
 */
static int read_places(struct places *places, void *to)
{
	const struct iovec remote = {to, places->bytes};
	const ssize_t n = syscall(SYS_process_vm_writev, self, places->at, (unsigned long)places->n,
		&remote, 1ul, 0ul);
	const int whole = n == (ssize_t)places->bytes;

	if (n < 0 && (errno == ENOSYS || errno == EPERM) &&
		!__atomic_exchange_n(&forbidden, 1, __ATOMIC_RELAXED) && speaks)
		gm_note("process_vm_writev is not permitted here; changed write buffers "
			"(SPLIT009, RACE006) are not found");
	places->n = 0;
	places->bytes = 0;
	return whole;
}

/* count elements of a map; adjacent elements are joined to a single run. */
struct view {
	const uint8_t *base;
	const struct gm_run *run;
	int64_t runs;   /* of an element */
	int64_t count;  /* elements */
	int64_t size;   /* bytes of an element */
	int64_t extent; /* from element to element */
	int64_t total;  /* bytes of all */
	struct gm_run whole;
};

/* 0 if the numbers are larger than any memory. */
static int make_view(struct view *v, const void *buf, int64_t count, const struct gm_map *map)
{
	int64_t span;

	if (count <= 0 || __builtin_mul_overflow(map->size, count, &v->total) ||
		__builtin_mul_overflow(map->extent, count, &span) || v->total == 0 ||
		v->total > MEMORY || span > MEMORY || span < -MEMORY)
		return 0;
	v->base = buf;
	v->run = map->run;
	v->runs = map->runs;
	v->count = count;
	v->size = map->size;
	v->extent = map->extent;
	if (map->runs == 1 && map->size == map->extent) {
		v->whole = (struct gm_run){.at = map->run[0].at, .size = v->total};
		v->run = &v->whole;
		v->count = 1;
		v->size = v->total;
	}
	return 1;
}

static const uint8_t *address(const struct view *v, int64_t element, int64_t at)
{
	return (const uint8_t *)((uintptr_t)v->base + (uintptr_t)(element * v->extent) +
				 (uintptr_t)at);
}

/* 1 if every page of the view can be read. */
static int readable(const struct view *v)
{
	struct places places;
	uint8_t sink[PLACES];
	uintptr_t seen = 1; /* not the address of a page */

	places.n = 0;
	places.bytes = 0;
	for (int64_t e = 0; e < v->count; e++)
		for (const struct gm_run *r = v->run; r < v->run + v->runs; r++) {
			const uintptr_t first = (uintptr_t)address(v, e, r->at);
			const uintptr_t last = first + (uintptr_t)r->size - 1;

			if (last < first)
				return 0;
			for (uintptr_t at = first & -page; at <= last; at += page) {
				if (at == seen)
					continue;
				seen = at;
				places.at[places.n++] =
					(struct iovec){(void *)(at < first ? first : at), 1};
				places.bytes++;
				if (places.n == PLACES && !read_places(&places, sink))
					return 0;
				if (at + page < at)
					break;
			}
		}
	return places.n == 0 || read_places(&places, sink);
}

static uint64_t hash_all(const struct view *v)
{
	uint64_t h = 1;

	for (int64_t e = 0; e < v->count; e++)
		for (const struct gm_run *r = v->run; r < v->run + v->runs; r++)
			h = hash(h, address(v, e, r->at), (size_t)r->size);
	return h;
}

/* The run of an element that holds the byte with this offset. */
static const struct gm_run *run_at(const struct view *v, int64_t offset)
{
	int64_t low = 0, high = v->runs - 1;

	while (low < high) {
		const int64_t middle = (low + high + 1) / 2;

		if (v->run[middle].before <= offset)
			low = middle;
		else
			high = middle - 1;
	}
	return &v->run[low];
}

struct sample {
	uint64_t h;
	int failed;
	struct places places;
	uint8_t copy[COPY];
};

static void take(struct sample *s)
{
	const size_t bytes = s->places.bytes;

	if (bytes == 0)
		return;
	if (!read_places(&s->places, s->copy))
		s->failed = 1;
	else
		s->h = hash(s->h, s->copy, bytes);
}

/* Adds bytes from number first on, up to the end of a run; returns how many. */
static int64_t add_piece(struct sample *s, const struct view *v, int64_t first, int64_t most)
{
	const int64_t element = first / v->size, offset = first % v->size;
	const struct gm_run *run = run_at(v, offset);
	const int64_t skip = offset - run->before, left = run->size - skip;
	const int64_t size = left < most ? left : most;

	if (s->places.n == PLACES || s->places.bytes + (size_t)size > COPY)
		take(s);
	s->places.at[s->places.n++] =
		(struct iovec){(void *)address(v, element, run->at + skip), (size_t)size};
	s->places.bytes += (size_t)size;
	return size;
}

/* Adds the bytes from number first on. */
static void add_bytes(struct sample *s, const struct view *v, int64_t first, int64_t n)
{
	while (n > 0 && !s->failed) {
		const int64_t size = add_piece(s, v, first, n);

		first += size;
		n -= size;
	}
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* 0 if any of it cannot be read. */
static uint64_t sample(struct sample *s, const struct view *v)
{
	const int64_t mean = v->size / v->runs;
	const int64_t edge = least(least(EDGE, EDGE_RUNS * (mean + 1)), v->total);
	const int64_t many = v->total / LINE_EVERY;
	const int64_t lines = many > MIN_LINES ? many : MIN_LINES;
	const int64_t every = v->total / lines + (v->total < lines);

	s->h = 1;
	s->failed = 0;
	s->places.n = 0;
	s->places.bytes = 0;
	add_bytes(s, v, 0, edge);
	for (int64_t at = 0; at < v->total && !s->failed; at += every)
		add_piece(s, v, at, least(LINE, v->total - at));
	add_bytes(s, v, v->total - edge, edge);
	take(s);
	return s->failed ? 0 : s->h;
}

__attribute__((noinline)) static uint64_t sample_on_stack(const struct view *v)
{
	struct sample s;

	return sample(&s, v);
}

/*
 * A thread's stack may be small, so the bytes go into static memory, unless
 * another thread is using it, or a call that this signal handler interrupted.
 */
static uint64_t hash_sample(const struct view *v)
{
	static struct sample shared;
	static int busy;
	uint64_t h;

	if (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
		return sample_on_stack(v);
	h = sample(&shared, v);
	__atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
	return h;
}

/* The digest of count elements of map at buf; 0 if none was taken, as of the memory of
 * accelerators. */
int64_t gm_digest(const void *buf, int64_t count, const struct gm_map *map)
{
	struct view v;
	uint64_t h;

	if (limit == 0 || GM_LOAD(&forbidden) || gm_is_device(buf) ||
		!make_view(&v, buf, count, map))
		return 0;
	if (v.total <= limit && v.runs * v.count <= limit / PIECE + 1) {
		if (!readable(&v))
			return 0;
		h = hash_all(&v);
	} else {
		h = hash_sample(&v);
		if (h == 0)
			return 0;
	}
	return h ? (int64_t)h : 1;
}
