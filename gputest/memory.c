/*
 * Memory of the test GPU: device memory has an address at which the processor cannot access it, as
 * with CUDA. The same bytes are mapped a second time, at the address that the streams' tasks use.
 */
#define _GNU_SOURCE
#include "memory.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 1024, PAGE = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct allocation all[MOST];

static size_t pages(size_t size)
{
	return (size + PAGE - 1) & -(size_t)PAGE;
}

/* Returns size zeroed bytes; NULL if there is no room. */
void *gputest_allocate(size_t size, enum kind kind)
{
	const size_t bytes = pages(size ? size : 1);
	const int file = memfd_create("gputest", MFD_CLOEXEC);
	const int access = kind == DEVICE ? PROT_NONE : PROT_READ | PROT_WRITE;
	struct allocation a = {.size = size, .kind = kind};
	void *found = NULL;

	if (file < 0 || ftruncate(file, (off_t)bytes))
		return NULL;
	a.at = mmap(NULL, bytes, access, MAP_SHARED, file, 0);
	a.by = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	close(file);
	if (a.at == MAP_FAILED || a.by == MAP_FAILED)
		return NULL;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < MOST && !found; i++)
		if (!all[i].at) {
			all[i] = a;
			found = a.at;
		}
	pthread_mutex_unlock(&lock);
	return found;
}

/* Returns 0, or -1 if no allocation begins at the address. */
int gputest_release(void *at)
{
	struct allocation a = {.at = NULL};

	pthread_mutex_lock(&lock);
	for (int i = 0; i < MOST && at; i++)
		if (all[i].at == at) {
			a = all[i];
			all[i].at = NULL;
		}
	pthread_mutex_unlock(&lock);
	if (!a.at)
		return -1;
	munmap(a.at, pages(a.size));
	munmap(a.by, pages(a.size));
	return 0;
}

/* Returns 1, and the allocation that contains an address; 0: no allocation does. */
int gputest_find(const void *address, struct allocation *out)
{
	int found = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < MOST && !found; i++)
		if (all[i].at && (const char *)address >= all[i].at &&
			(const char *)address < all[i].at + all[i].size) {
			*out = all[i];
			found = 1;
		}
	pthread_mutex_unlock(&lock);
	return found;
}

/* Returns the address at which the processor can access the bytes: another address only for device
 * memory. */
void *gputest_reach(const void *address)
{
	struct allocation a;

	return gputest_find(address, &a) && a.kind == DEVICE ? a.by + ((const char *)address - a.at)
							     : (void *)address;
}
