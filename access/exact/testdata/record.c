#include "record.h"

#include "../../access.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST = 1 << 16, READ = 1, WRITE = 2, ATOMIC_READ = 4, ATOMIC_WRITE = 8, MAY_READ = 16 };

static struct region {
	char *memory, *twin;
	size_t size;
	unsigned part;
	uint8_t recorded[MOST], expected[MOST];
} regions[REGIONS];

int optimized;
static int failures;

static __attribute__((constructor(101))) void map_tables(void)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
	for (uintptr_t table = GOMARMOT_READS; table <= GOMARMOT_WRITES;
		table += GOMARMOT_WRITES - GOMARMOT_READS)
		if (mmap((void *)table, 1ul << 44, PROT_READ | PROT_WRITE, flags, -1, 0) ==
			MAP_FAILED)
			abort();
}

static uint8_t *table_byte(uintptr_t table, const char *byte)
{
	return (uint8_t *)table + ((uintptr_t)byte >> 3);
}

static int is_armed(uintptr_t table, const char *byte)
{
	return *table_byte(table, byte) >> ((uintptr_t)byte & 7) & 1;
}

static int is_of_interest(const struct region *r, size_t byte)
{
	return r->part == 0 || (byte * 2654435761u >> 7) % (r->part + 1) == 0;
}

static void set(int on)
{
	for (struct region *r = regions; r < regions + REGIONS; r++) {
		for (size_t i = 0; i < r->size; i++) {
			if (on && !is_of_interest(r, i))
				continue;
			uint8_t bit = 1 << ((uintptr_t)(r->memory + i) & 7);
			uint8_t *read = table_byte(GOMARMOT_READS, r->memory + i);
			uint8_t *write = table_byte(GOMARMOT_WRITES, r->memory + i);
			*read = on ? *read | bit : *read & ~bit;
			*write = on ? *write | bit : *write & ~bit;
		}
	}
}

void record_region(int id, void *memory, size_t size, unsigned part)
{
	struct region *r = &regions[id];
	if (size > MOST)
		abort();
	r->memory = memory;
	r->twin = NULL;
	r->size = size;
	r->part = part;
	memset(r->recorded, 0, size);
	memset(r->expected, 0, size);
}

void expect_region(int id, void *memory)
{
	regions[id].twin = memory;
}

void record_begin(void)
{
	set(1);
}

void record_end(void)
{
	set(0);
}

/* Records what is armed, once, as libgomarmot-access.so does. */
static void record(uintptr_t table, const char *memory, size_t size, int how)
{
	for (struct region *r = regions; r < regions + REGIONS; r++) {
		for (size_t i = 0; i < size; i++) {
			const char *byte = memory + i;
			if (byte < r->memory || byte >= r->memory + r->size ||
				!is_armed(table, byte))
				continue;
			r->recorded[byte - r->memory] |= how;
			*table_byte(table, byte) &= ~(1 << ((uintptr_t)byte & 7));
		}
	}
}

void __gomarmot_read(const void *address, size_t size)
{
	record(GOMARMOT_READS, address, size, READ);
}

void __gomarmot_write(void *address, size_t size)
{
	record(GOMARMOT_WRITES, address, size, WRITE);
}

void __gomarmot_update(void *address, size_t size)
{
	__gomarmot_read(address, size);
	__gomarmot_write(address, size);
}

void __gomarmot_read_range(const void *address, size_t size, ptrdiff_t stride, size_t count)
{
	for (const char *p = address; count--; p += stride)
		__gomarmot_read(p, size);
}

void __gomarmot_write_range(void *address, size_t size, ptrdiff_t stride, size_t count)
{
	for (char *p = address; count--; p += stride)
		__gomarmot_write(p, size);
}

void __gomarmot_atomic(void *address, size_t size, int writes)
{
	for (struct region *r = regions; r < regions + REGIONS; r++)
		for (char *p = address; p < (char *)address + size; p++)
			if (p >= r->memory && p < r->memory + r->size &&
				is_armed(GOMARMOT_READS, p))
				r->recorded[p - r->memory] |=
					ATOMIC_READ | (writes ? ATOMIC_WRITE : 0);
}

void __gomarmot_fence(void)
{
}

static void expect(const char *memory, size_t size, int how)
{
	for (struct region *r = regions; r < regions + REGIONS; r++) {
		char *start = r->twin ? r->twin : r->memory;
		for (size_t i = 0; i < size; i++)
			if (memory + i >= start && memory + i < start + r->size &&
				is_of_interest(r, memory + i - start))
				r->expected[memory + i - start] |= how;
	}
}

void expect_read(const void *memory, size_t size)
{
	expect(memory, size, READ);
}

void may_read(const void *memory, size_t size)
{
	expect(memory, size, MAY_READ);
}

void expect_write(const void *memory, size_t size)
{
	expect(memory, size, WRITE);
}

void expect_atomic(const void *memory, size_t size, int writes)
{
	expect(memory, size, ATOMIC_READ | (writes ? ATOMIC_WRITE : 0));
}

/* What is wrong about a byte, or NULL. */
static const char *wrong(unsigned recorded, unsigned expected)
{
	if ((recorded & ~expected & READ) && !(expected & MAY_READ))
		return "read recorded, not made";
	if (recorded & ~expected & ~READ)
		return "write recorded, not made";
	if (expected & ~recorded & WRITE)
		return "write missed";
	if (expected & ~recorded & (ATOMIC_READ | ATOMIC_WRITE))
		return "atomic operation missed";
	if ((expected & ~recorded & READ) && !(optimized && (expected & WRITE)))
		return "read missed";
	return NULL;
}

int compare(const char *what)
{
	for (int id = 0; id < REGIONS; id++) {
		struct region *r = &regions[id];
		for (size_t i = 0; i < r->size; i++) {
			const char *why = wrong(r->recorded[i], r->expected[i]);
			if (!why)
				continue;
			printf("%s: region %d, byte %zu: %s\n", what, id, i, why);
			failures++;
			break;
		}
		if (r->twin && memcmp(r->memory, r->twin, r->size)) {
			printf("%s: region %d: other values\n", what, id);
			failures++;
		}
	}
	return failures;
}
