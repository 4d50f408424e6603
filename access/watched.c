/*
 * Window memory, which is of interest until the window is freed. Windows may overlap: the union of
 * their memory counts. A mutex protects the list; MPI calls take the mutex, accesses never do.
 */
#include "watched.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "table.h"

struct range {
	uintptr_t lo, hi;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct range *windows; /* as they were given */
static struct range *merged;  /* their union, by address */
static size_t window_count, merged_count, room;

static int grow(void)
{
	const size_t more = room ? 2 * room : 32;
	struct range *w = realloc(windows, more * sizeof *w);
	struct range *m;

	if (!w)
		return -1;
	windows = w;
	m = realloc(merged, more * sizeof *m);
	if (!m)
		return -1;
	merged = m;
	room = more;
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return (x->lo > y->lo) - (x->lo < y->lo);
}

static void merge(void)
{
	size_t n = 0;

	memcpy(merged, windows, window_count * sizeof *merged);
	qsort(merged, window_count, sizeof *merged, by_address);
	for (size_t i = 0; i < window_count; i++) {
		if (n && merged[i].lo <= merged[n - 1].hi) {
			if (merged[n - 1].hi < merged[i].hi)
				merged[n - 1].hi = merged[i].hi;
		} else {
			merged[n++] = merged[i];
		}
	}
	merged_count = n;
}

/* The first part of the union that ends after an address; merged_count if there is none. */
static size_t first_after(uintptr_t address)
{
	size_t lo = 0, hi = merged_count;

	while (lo < hi) {
		const size_t middle = (lo + hi) / 2;

		if (merged[middle].hi > address)
			hi = middle;
		else
			lo = middle + 1;
	}
	return lo;
}

void ga_watch(const void *at, size_t size)
{
	const struct range r = {(uintptr_t)at, (uintptr_t)at + size};

	if (!ga_reserved || !at || !size || r.hi < r.lo)
		return;
	pthread_mutex_lock(&lock);
	if (window_count < room || !grow()) {
		windows[window_count++] = r;
		merge();
		ga_set(GA_READS, r.lo, r.hi);
		ga_set(GA_WRITES, r.lo, r.hi);
	}
	pthread_mutex_unlock(&lock);
}

/* Clears the bits of a range, except those of window memory. */
static void clear_outside(uintptr_t lo, uintptr_t hi)
{
	for (size_t i = first_after(lo); lo < hi; i++) {
		const uintptr_t end = i < merged_count && merged[i].lo < hi ? merged[i].lo : hi;

		if (lo < end) {
			ga_drop(GA_READS, lo, end);
			ga_drop(GA_WRITES, lo, end);
		}
		lo = i < merged_count ? merged[i].hi : hi;
	}
}

void ga_unwatch(const void *at, size_t size)
{
	const struct range r = {(uintptr_t)at, (uintptr_t)at + size};

	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < window_count; i++) {
		if (windows[i].lo != r.lo || windows[i].hi != r.hi)
			continue;
		windows[i] = windows[--window_count];
		merge();
		clear_outside(r.lo, r.hi);
		break;
	}
	pthread_mutex_unlock(&lock);
}

void ga_arm(const void *at, size_t size, uint32_t kinds)
{
	const uintptr_t lo = (uintptr_t)at;

	if (!ga_reserved || lo + size < lo)
		return;
	if (kinds & GOMARMOT_FOR_READS)
		ga_set(GA_READS, lo, lo + size);
	if (kinds & GOMARMOT_FOR_WRITES)
		ga_set(GA_WRITES, lo, lo + size);
}

void ga_disarm(const void *at, size_t size)
{
	const uintptr_t lo = (uintptr_t)at;

	if (!ga_reserved || lo + size < lo)
		return;
	pthread_mutex_lock(&lock);
	clear_outside(lo, lo + size);
	pthread_mutex_unlock(&lock);
}

void ga_windows_lock(void)
{
	pthread_mutex_lock(&lock);
}

void ga_windows_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* Under the lock: logged bytes are of interest again where they are window memory. */
void ga_rearm(uint8_t *table, uintptr_t lo, uintptr_t hi)
{
	for (size_t i = first_after(lo); i < merged_count && merged[i].lo < hi; i++) {
		const uintptr_t from = merged[i].lo > lo ? merged[i].lo : lo;

		ga_set(table, from, merged[i].hi < hi ? merged[i].hi : hi);
	}
}
