/*
 * The digest of contiguous memory: which changes it finds, what it does with
 * memory that cannot be read. Without MPI. Prints what is wrong and then "done".
 * With an argument only prints the limit that GOMARMOT_DIGEST sets.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>

#include "memory/digest.c" /* for its static functions */

#include <sys/mman.h>

/* No accelerator is here. */
uint32_t gm_devices;

int gm_device_find(const void *address, struct gm_allocation *in)
{
	(void)address, (void)in;
	return 0;
}

enum { MIB = 1 << 20 };

static struct {
	struct gm_map map;
	struct gm_run run[1];
} bytes = {{.users = 1, .runs = 1, .size = 1, .extent = 1, .hi = 1}, {{0, 1, 0}}};

static int64_t digest_of(const void *p, int64_t n)
{
	return gm_digest(p, n, &bytes.map);
}

static uint64_t number;

static uint64_t any(void)
{
	number = number * 6364136223846793005u + 1442695040888963407u;
	return number >> 33;
}

#define CHECK(what)                                               \
	do {                                                      \
		if (!(what))                                      \
			printf("line %d: %s\n", __LINE__, #what); \
	} while (0)

/* Every value of every byte of every short buffer, at every alignment. */
static void short_buffers(void)
{
	uint8_t memory[512];

	for (size_t i = 0; i < sizeof memory; i++)
		memory[i] = (uint8_t)any();
	for (int n = 1; n <= 300; n++) {
		uint8_t *p = memory + n % 64;
		const int64_t before = digest_of(p, n);

		CHECK(before != 0);
		CHECK(digest_of(p, n) == before);
		for (int i = 0; i < n; i++)
			for (int change = 1; change < 256; change += n < 40 ? 1 : 85) {
				p[i] ^= (uint8_t)change;
				if (digest_of(p, n) == before)
					printf("%d bytes, byte %d, change %d: not seen\n", n, i,
						change);
				p[i] ^= (uint8_t)change;
			}
	}
}

static void changes_in(uint8_t *p, int64_t n, int64_t at, int expected)
{
	const int64_t before = digest_of(p, n);

	p[at] ^= (uint8_t)(1 + any() % 255);
	if ((digest_of(p, n) != before) != expected)
		printf("%lld bytes, byte %lld: %sseen\n", (long long)n, (long long)at,
			expected ? "not " : "");
}

/* Read as a whole: a change of any byte, and of any two words, is seen. */
static void long_buffers(uint8_t *p)
{
	limit = 4 * MIB;
	for (int i = 0; i < 500; i++)
		changes_in(p, MIB, (int64_t)(any() % MIB), 1);
	for (int i = 0; i < 2000; i++) {
		const int64_t n = 300 + (int64_t)(any() % 10000);

		changes_in(p, n, (int64_t)any() % n, 1);
	}
	for (int i = 0; i < 200; i++) {
		const int64_t before = digest_of(p, MIB);

		/* the sign of two numbers in the same lane */
		const uint64_t at = any() % (MIB / 2 / WIDE) * WIDE + 3;

		p[at] ^= 0x80;
		p[at + WIDE * (1 + any() % 100)] ^= 0x80;
		CHECK(digest_of(p, MIB) != before);
	}
}

/* All numbers at once: negated, shifted by one, exchanged. */
static void whole_buffers(uint8_t *p)
{
	const int64_t before = digest_of(p, MIB);
	int64_t other;

	for (int i = 3; i < MIB; i += 4)
		p[i] ^= 0x80;
	CHECK(digest_of(p, MIB) != before);
	for (int i = 3; i < MIB; i += 4)
		p[i] ^= 0x80;
	CHECK(digest_of(p, MIB) == before);
	other = digest_of(p + 8, MIB - 8);
	CHECK(other != digest_of(p, MIB - 8));
	memset(p, 0, MIB);
	other = digest_of(p, MIB);
	memset(p, 1, MIB);
	CHECK(digest_of(p, MIB) != other);
	for (int i = 0; i < MIB; i++)
		p[i] = (uint8_t)any();
}

/* Above the limit: the edges, the lines, and nothing else. */
static void sampled(uint8_t *p, int64_t n)
{
	const int64_t many = n / LINE_EVERY, lines = many > MIN_LINES ? many : MIN_LINES;
	const int64_t every = n / lines;

	limit = DEFAULT_LIMIT;
	for (int i = 0; i < 200; i++) {
		const int64_t line = every * (int64_t)(any() % (uint64_t)lines);

		changes_in(p, n, (int64_t)any() % EDGE, 1);
		changes_in(p, n, n - 1 - (int64_t)any() % EDGE, 1);
		changes_in(p, n, line + (int64_t)any() % LINE, 1);
		if (line + every <= n - EDGE && line >= EDGE)
			changes_in(p, n, line + LINE + (int64_t)any() % (every - LINE), 0);
	}
	changes_in(p, n, n / 2, 1);
}

/* The same with every way to hash that this processor has. */
static void changes(void)
{
	uint8_t *p = malloc(16 * MIB);

	for (int i = 0; i < 16 * MIB; i++)
		p[i] = (uint8_t)any();
	short_buffers();
	long_buffers(p);
	whole_buffers(p);
	sampled(p, DEFAULT_LIMIT + 64);
	sampled(p, MIB);
	sampled(p, 16 * MIB);
	CHECK(limit == DEFAULT_LIMIT);
	CHECK(digest_of(p, DEFAULT_LIMIT) != 0);
	changes_in(p, DEFAULT_LIMIT, 12345, 1);
	free(p);
}

static void expect(const uint8_t *p, int64_t n, int readable)
{
	CHECK((digest_of(p, n) != 0) == readable);
}

static void unreadable(void)
{
	const int64_t page_size = (int64_t)page, big = 4 * MIB;
	uint8_t *p = mmap(
		NULL, 2 * (size_t)big, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint8_t *f;
	int fd;

	expect(p, 8 * page_size, 1); /* never touched */
	expect(p, big, 1);
	mprotect(p + 4 * page_size, (size_t)page_size, PROT_NONE);
	expect(p, 4 * page_size, 1);
	expect(p, 4 * page_size + 1, 0);
	expect(p + 4 * page_size, 1, 0);
	expect(p + 4 * page_size - 1, 1, 1);
	expect(p, 8 * page_size, 0);
	mprotect(p, (size_t)page_size, PROT_NONE);
	expect(p, big, 0);
	munmap(p + big, (size_t)big);
	expect(p + big - 2 * page_size, 2 * page_size, 1);
	expect(p + big - 2 * page_size, 2 * page_size + 1, 0);
	expect(p + big - 64 * page_size, 128 * page_size, 0);
	expect(p + big, big, 0);
	fd = open("/tmp", O_TMPFILE | O_RDWR, 0600);
	CHECK(fd >= 0 && !ftruncate(fd, page_size + 100));
	f = mmap(NULL, 64 * (size_t)page_size, PROT_READ, MAP_SHARED, fd, 0);
	CHECK(f != MAP_FAILED);
	expect(f, 2 * page_size, 1);
	expect(f, 2 * page_size + 1, 0); /* reading it would be SIGBUS */
	expect(f, 64 * page_size, 0);
	CHECK(!ftruncate(fd, 0));
	expect(f, 1, 0);
	expect(NULL, 100, 0);
	expect(NULL, big, 0);
	expect((uint8_t *)16, 1, 0);
	expect((uint8_t *)UINTPTR_MAX, 1, 0);
	expect((uint8_t *)(UINTPTR_MAX - 100), 100, 0);
	expect((uint8_t *)(UINTPTR_MAX - 100), 1000, 0);
	expect((uint8_t *)(UINTPTR_MAX - 100), big, 0);
	expect((uint8_t *)0x800000000000, 100, 0);
	expect(p, 0, 0);
	expect(p, -1, 0);
	expect(p, INT64_MIN, 0);
	expect(p + 8 * page_size, INT64_MAX, 0);
	expect(p + 8 * page_size, INT64_C(1) << 46, 0);
}

int main(int argc, char **argv)
{
	(void)argv;
	gm_digest_setup(1);
	if (argc > 1) {
		printf("%lld\n", (long long)limit);
		return 0;
	}
	CHECK(limit == DEFAULT_LIMIT);
	changes();
	unreadable();
	hash_long = hash_plain;
	changes();
	unreadable();
	printf("done\n");
	return 0;
}
