/*
 * What random loops have not: one function for each way to get at memory, which says what it
 * is going to access (record.h). The functions behind "work" are compiled by the pass, and
 * nothing else of this file says anything: the expectations are made in calls before the work.
 */
#include "record.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define WORK __attribute__((noinline, noclone)) static void

struct fields {
	int a : 3, b : 13;
	char c;
	unsigned long d : 40;
};
struct block {
	double x[20];
};
struct pair {
	int first, second;
};

static union memory {
	char bytes[4096];
	int ints[1024];
	double doubles[512];
	struct fields fields[64];
	struct block blocks[20];
	struct pair pairs[512];
} mine __attribute__((aligned(64))), other __attribute__((aligned(64)));

static volatile long sink;
int shared = 1;

WORK bit_fields(struct fields *f)
{
	f->b = 5;
	f[1].c = 'x';
	sink = f[2].d;
}

static void expect_bit_fields(void)
{
	expect_write(&mine.fields[0], 2); /* a is stored back */
	may_read(&mine.fields[0], 2);
	expect_write(&mine.fields[1].c, 1);
	expect_read((char *)&mine.fields[2] + 3, 5);
}

WORK copy(struct block *to, const struct block *from)
{
	*to = *from;
}

static void expect_copy(void)
{
	expect_read(&other.blocks[1], sizeof(struct block));
	expect_write(&mine.blocks[2], sizeof(struct block));
}

WORK known_size(char *to, const char *from)
{
	memcpy(to, from, 24);
	memmove(to + 101, from + 203, 7);
	memset(to + 300, 1, 33);
}

static void expect_known_size(void)
{
	expect_write(mine.bytes, 24);
	expect_read(other.bytes, 24);
	expect_write(mine.bytes + 101, 7);
	expect_read(other.bytes + 203, 7);
	expect_write(mine.bytes + 300, 33);
}

WORK any_size(char *to, const char *from, size_t n)
{
	memcpy(to, from, n);
	memmove(to + 500, from + 501, n);
	memset(to + 1000, 2, n);
	memcpy(to + 2000, from, 0);
}

static void expect_any_size(size_t n)
{
	expect_write(mine.bytes, n);
	expect_read(other.bytes, n);
	expect_write(mine.bytes + 500, n);
	expect_read(other.bytes + 501, n);
	expect_write(mine.bytes + 1000, n);
}

WORK strings(char *to, const char *from)
{
	strcpy(to, from);
	sink = strlen(from + 2);
}

static void expect_strings(void)
{
	expect_write(mine.bytes, strlen(other.bytes) + 1);
	expect_read(other.bytes, strlen(other.bytes) + 1);
}

WORK atomics(int *at, long *wide, char *flag)
{
	sink = __atomic_load_n(at, __ATOMIC_ACQUIRE);
	__atomic_store_n(at + 1, 7, __ATOMIC_RELEASE);
	__atomic_fetch_add(at + 2, 7, __ATOMIC_SEQ_CST);
	__sync_fetch_and_or(wide, 3);
	int old = 0;
	__atomic_compare_exchange_n(at + 3, &old, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	sink = __atomic_test_and_set(flag, __ATOMIC_SEQ_CST);
}

static void expect_atomics(void)
{
	expect_atomic(&mine.ints[0], 4, 0);
	expect_atomic(&mine.ints[1], 12, 1);
	expect_atomic(&mine.doubles[20], 8, 1);
	expect_atomic(&mine.bytes[999], 1, 1);
}

WORK volatiles(volatile int *at)
{
	for (int i = 0; i < 5; i++)
		at[i] = at[i + 10];
}

static void expect_volatiles(void)
{
	expect_write(&mine.ints[0], 20);
	expect_read(&mine.ints[10], 20);
}

WORK assembly(int *from, int *to)
{
	int value;
	__asm__("movl %1, %0" : "=r"(value) : "m"(*from));
	__asm__("movl %1, %0" : "=m"(*to) : "r"(value));
}

static void expect_assembly(void)
{
	expect_read(&mine.ints[3], 4);
	expect_write(&mine.ints[30], 4);
}

__attribute__((noinline, noclone)) struct block made(int value)
{
	struct block b;
	for (int i = 0; i < 20; i++)
		b.x[i] = value + i;
	return b;
}

WORK returned(struct block *to, int value)
{
	*to = made(value);
}

static void expect_returned(void)
{
	expect_write(&mine.blocks[3], sizeof(struct block));
}

__attribute__((noinline, noclone)) double sum(struct block b)
{
	double s = 0;
	for (int i = 0; i < 20; i++)
		s += b.x[i];
	return s;
}

WORK argument(const struct block *from)
{
	sink = sum(*from);
}

static void expect_argument(void)
{
	expect_read(&mine.blocks[5], sizeof(struct block));
}

/* A load that cannot trap, and that is not made. */
WORK unreached(const int *when, int n)
{
	long s = 0;
	for (int i = 0; i < n; i++)
		if (when[i])
			s += mine.ints[700];
	sink = s;
}

static void expect_unreached(void)
{
	expect_read(other.ints + 100, 40);
}

/* Of neighbors of one cache line one is read. */
WORK either(const struct pair *p, int which)
{
	sink = which ? p->first : p->second;
}

static void expect_either(void)
{
	expect_read(&mine.pairs[8].second, 4);
}

static jmp_buf back;
__attribute__((noinline, noclone)) void leave(int value)
{
	longjmp(back, value);
}

WORK jumps(int *at, int n)
{
	volatile int i = 0;
	if (setjmp(back))
		at[100] = i;
	for (; i < n; i++) {
		at[i] = i;
		if (i == 3) {
			i = n;
			leave(1);
		}
	}
}

static void expect_jumps(void)
{
	expect_write(&mine.ints[0], 16);
	expect_write(&mine.ints[100], 4);
}

typedef short anywhere __attribute__((aligned(1)));

WORK unaligned(char *at)
{
	struct __attribute__((packed)) {
		long value;
	} *p = (void *)(at + 5);
	p->value++;
	sink = *(const anywhere *)(at + 47);
}

static void expect_unaligned(void)
{
	expect_read(mine.bytes + 5, 8);
	expect_write(mine.bytes + 5, 8);
	expect_read(mine.bytes + 47, 2);
}

#ifdef __AVX2__
WORK vectors(double *to, const double *from)
{
	__m256i mask = _mm256_setr_epi64x(-1, 0, -1, -1), index = _mm256_setr_epi64x(1, 300, 7, 9);
	__m256d v = _mm256_maskload_pd(from, mask);
	_mm256_maskstore_pd(to, mask, v);
	v = _mm256_mask_i64gather_pd(v, from + 20, index, _mm256_castsi256_pd(mask), 8);
	_mm256_storeu_pd(to + 10, v);
	_mm256_stream_pd(to + 16, v);
}

static void expect_vectors(void)
{
	expect_read(&other.doubles[0], 8);
	expect_read(&other.doubles[2], 16);
	expect_write(&mine.doubles[0], 8);
	expect_write(&mine.doubles[2], 16);
	expect_read(&other.doubles[21], 8);
	expect_read(&other.doubles[27], 8);
	expect_read(&other.doubles[29], 8);
	expect_write(&mine.doubles[10], 32);
	expect_write(&mine.doubles[16], 32);
}
#endif

/* None of a function's own variables is to be seen. */
WORK own(int n)
{
	int local[20];
	for (int i = 0; i < 20; i++)
		local[i] = i * n;
	for (int i = 0; i < 20; i++)
		sink = local[i];
}

/* The compiler may keep what a later iteration reads again, but not read it before the loop: there
 * may be no such iteration. */
WORK again(double *restrict to, const double *restrict from, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from[i] + from[i + 3];
}

__attribute__((optimize("O2"))) WORK again_with_own_options(
	double *restrict to, const double *restrict from, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from[i] + from[i + 3];
}

static void expect_again(int n)
{
	for (int i = 0; i < n; i++) {
		expect_read(other.doubles + i, 8);
		expect_read(other.doubles + i + 3, 8);
		expect_write(mine.doubles + i, 8);
	}
}

static int failed;

static void begin(unsigned part)
{
	for (unsigned i = 0; i < sizeof mine; i++)
		mine.bytes[i] = other.bytes[i] = 'a' + i % 23;
	other.bytes[50] = 0;
	memset(other.ints + 100, 0, 40);
	record_region(0, &mine, sizeof mine, part);
	record_region(1, &other, sizeof other, part);
}

static void end(const char *name)
{
	record_end();
	failed = compare(name);
}

#define TEST(name, arguments, expectation) \
	do {                               \
		begin(part);               \
		expectation;               \
		record_begin();            \
		name arguments;            \
		end(#name);                \
	} while (0)

int main(int argc, char **argv)
{
	optimized = argc > 1 && argv[1][0] == '1';
	for (unsigned part = 0; part < 3; part++) {
		TEST(bit_fields, (mine.fields), expect_bit_fields());
		TEST(copy, (&mine.blocks[2], &other.blocks[1]), expect_copy());
		TEST(known_size, (mine.bytes, other.bytes), expect_known_size());
		for (size_t n = 0; n < 100; n += 9)
			TEST(any_size, (mine.bytes, other.bytes, n), expect_any_size(n));
		TEST(strings, (mine.bytes, other.bytes), expect_strings());
		TEST(atomics, (mine.ints, (long *)&mine.doubles[20], mine.bytes + 999),
			expect_atomics());
		TEST(volatiles, (mine.ints), expect_volatiles());
		TEST(assembly, (mine.ints + 3, mine.ints + 30), expect_assembly());
		TEST(returned, (&mine.blocks[3], 4), expect_returned());
		TEST(argument, (&mine.blocks[5]), expect_argument());
		TEST(unreached, (other.ints + 100, 10), expect_unreached());
		TEST(either, (&mine.pairs[8], shared == 2), expect_either());
		TEST(jumps, (mine.ints, 9), expect_jumps());
		TEST(unaligned, (mine.bytes), expect_unaligned());
		for (int n = 0; n < 6; n++) {
			TEST(again, (mine.doubles, other.doubles, n), expect_again(n));
			TEST(again_with_own_options, (mine.doubles, other.doubles, n),
				expect_again(n));
		}
		TEST(own, (shared), (void)0);
#ifdef __AVX2__
		TEST(vectors, (mine.doubles, other.doubles), expect_vectors());
#endif
	}
	printf("features\n");
	return failed;
}
