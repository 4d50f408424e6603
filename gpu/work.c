/* Records the work on streams, with the memory that it uses. */
#include "work.h"

#include <pthread.h>
#include <string.h>

#include "allocations.h"
#include "place.h"

enum { KERNELS = 4096, LEAST = 1 << 16, NUMBERS_OF_HIP = 1 << 20 };

/* A kernel, with its number. */
struct kernel {
	void *function;
	int64_t number;
	struct gg_kernel is;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kernel kernels[KERNELS]; /* by function, with open addressing */
static int kept;                       /* whether the table has kernels */
static int64_t numbers;
static int64_t threads;
static __thread int64_t own; /* the number of this thread, for its default stream */

static int64_t own_stream(void)
{
	if (!own)
		own = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
	return -own;
}

/* Fills in the stream: its handle, 0 for the legacy default stream, negative for a thread's default
 * stream. */
static void on_stream(struct gomarmot_work *w, const struct gg_now *now, gg_stream stream)
{
	const uintptr_t handle = (uintptr_t)stream;

	if (handle == 2 || (!handle && now->per_thread)) {
		w->stream = own_stream();
	} else if (handle <= 1) {
		w->flags |= GOMARMOT_GPU_LEGACY;
	} else {
		w->stream = (int64_t)handle;
		if (now->nonblocking(stream, &w->context))
			w->flags |= GOMARMOT_GPU_NONBLOCKING;
	}
}

static struct gomarmot_work begin(
	const struct gg_now *now, int action, gg_stream stream, int64_t with)
{
	struct gomarmot_work w = {.pc = gg_place(),
		.action = action,
		.context = now->context,
		.flags = now->api,
		.with = with};

	on_stream(&w, now, stream);
	return w;
}

/* Records an action without known memory. */
void gg_note(const struct gg_now *now, int action, gg_stream stream, int64_t with)
{
	const struct gomarmot_work w = begin(now, action, stream, with);

	now->gomarmot->note(&w, NULL, 0);
}

/* Records that memory is freed, unless its size is 0: unknown. */
void gg_free_note(const struct gg_now *now, uint64_t at, uint64_t size)
{
	struct gomarmot_work w = {.pc = gg_place(),
		.action = GOMARMOT_GPU_FREE,
		.context = now->context,
		.flags = now->api,
		.with = (int64_t)size};
	const struct gomarmot_used used = {.at = (int64_t)at,
		.width = (int64_t)size,
		.rows = 1,
		.flags = GOMARMOT_GPU_WRITES,
		.lo = (int64_t)at,
		.hi = (int64_t)(at + size)};

	if (size)
		now->gomarmot->note(&w, &used, 1);
}

static int64_t outside(const struct gg_allocation *a)
{
	return a->outside ? GOMARMOT_GPU_OUTSIDE : 0;
}

/* Describes an exact use of memory; returns 0 if no bytes are used. */
static int uses(struct gomarmot_used *u, uint64_t at, uint64_t width, uint64_t rows, uint64_t pitch,
	int64_t flags)
{
	struct gg_allocation a = {at, at, GG_PAGEABLE, 1, GG_ALLOCATED};

	gg_find(at, &a);
	*u = (struct gomarmot_used){.at = (int64_t)at,
		.width = (int64_t)width,
		.rows = (int64_t)rows,
		.pitch = (int64_t)(rows > 1 ? pitch : 0),
		.flags = flags | (a.kind == GG_PAGEABLE ? GOMARMOT_GPU_PAGEABLE : 0) | outside(&a),
		.lo = (int64_t)a.lo,
		.hi = (int64_t)a.hi};
	return at && width && rows;
}

/* Records a copy of rows. An address of 0 stands for a CUDA array, which gomarmot does not
 * follow. */
void gg_copy(const struct gg_now *now, uint64_t to, uint64_t to_pitch, uint64_t from,
	uint64_t from_pitch, uint64_t width, uint64_t rows, gg_stream stream)
{
	const struct gomarmot_work w = begin(now, GOMARMOT_GPU_COPY, stream, 0);
	struct gomarmot_used used[2];
	unsigned n = 0;

	n += (unsigned)uses(&used[n], from, width, rows, from_pitch, 0);
	n += (unsigned)uses(&used[n], to, width, rows, to_pitch, GOMARMOT_GPU_WRITES);
	now->gomarmot->note(&w, used, n);
}

/* Whether an address is in host memory, locked or not. */
static int on_host(uint64_t at)
{
	struct gg_allocation a;

	return !gg_find(at, &a) || a.kind == GG_PINNED;
}

/* Records a copy by a function with the suffix Async. From host memory to host memory, the copy is
 * complete. */
void gg_copy_async(
	const struct gg_now *now, uint64_t to, uint64_t from, uint64_t size, gg_stream stream)
{
	gg_copy(now, to, 0, from, 0, size, 1, stream);
	if (on_host(to) && on_host(from))
		gg_note(now, GOMARMOT_GPU_STREAM_DONE, stream, 0);
}

void gg_fill(const struct gg_now *now, uint64_t at, uint64_t width, uint64_t rows, uint64_t pitch,
	gg_stream stream)
{
	const struct gomarmot_work w = begin(now, GOMARMOT_GPU_FILL, stream, 0);
	struct gomarmot_used used;
	const int n = uses(&used, at, width, rows, pitch, GOMARMOT_GPU_WRITES);

	now->gomarmot->note(&w, &used, (unsigned)n);
}

/* Kernels. */

/* Kernel numbers of HIP start at NUMBERS_OF_HIP, because the CUDA and HIP libraries may both be
 * loaded and count separately. */
static void learn(struct kernel *k, const struct gg_now *now, void *function, const char *name)
{
	*k = (struct kernel){.function = function,
		.number = ++numbers + (now->api ? NUMBERS_OF_HIP : 0),
		.is.name = name};
	now->describe(function, &k->is);
}

/* Returns the entry of a function, which is empty if the function is new. A full table is emptied:
 * kernels that are launched again get new numbers. Under the lock. */
static struct kernel *entry_of(void *function)
{
	const uint32_t first = (uint32_t)((uintptr_t)function >> 4) % KERNELS;

	for (uint32_t i = 0; i < KERNELS; i++) {
		struct kernel *k = &kernels[(first + i) % KERNELS];

		if (!k->function || k->function == function)
			return k;
	}
	memset(kernels, 0, sizeof kernels);
	return &kernels[first];
}

/* Returns a copy of the kernel of a function. is_new: the kernel was added just now. */
static struct kernel kernel_of(
	const struct gg_now *now, void *function, const char *name, int *is_new)
{
	struct kernel *k, found;

	pthread_mutex_lock(&lock);
	k = entry_of(function);
	*is_new = !k->function;
	if (*is_new)
		learn(k, now, function, name);
	kept = 1;
	found = *k;
	pthread_mutex_unlock(&lock);
	return found;
}

/* Forgets all kernels: after a module is unloaded, other functions may get the addresses of its
 * functions. */
void gg_kernels_forget(void)
{
	pthread_mutex_lock(&lock);
	if (kept)
		memset(kernels, 0, sizeof kernels);
	kept = 0;
	pthread_mutex_unlock(&lock);
}

/* Adds the allocations that words of a parameter point into. */
static unsigned parameter_uses(struct gomarmot_used *used, unsigned n, const void *value,
	uint32_t size, unsigned parameter)
{
	for (uint32_t i = 0; i + sizeof(uint64_t) <= size && n < GG_MOST_USED;
		i += sizeof(uint64_t)) {
		struct gg_allocation a;
		uint64_t at;

		memcpy(&at, (const char *)value + i, sizeof at);
		if (at < LEAST || !gg_find(at, &a))
			continue;
		used[n++] = (struct gomarmot_used){.at = (int64_t)at,
			.width = (int64_t)(a.hi - at),
			.rows = 1,
			.flags = GOMARMOT_GPU_MAY | outside(&a),
			.lo = (int64_t)a.lo,
			.hi = (int64_t)a.hi,
			.parameter = size == sizeof at ? (int64_t)parameter : -1};
	}
	return n;
}

/* Returns the address of argument i; NULL: unknown. */
static const void *argument(
	const struct gg_kernel *k, const struct gg_arguments *arguments, unsigned i)
{
	if (arguments->each)
		return arguments->each[i];
	return (uint64_t)k->offsets[i] + k->sizes[i] <= arguments->size
		       ? arguments->block + k->offsets[i]
		       : NULL;
}

void gg_launch(const struct gg_now *now, void *function, const char *name,
	const struct gg_arguments *arguments, gg_stream stream)
{
	int is_new;
	const struct kernel k = kernel_of(now, function, name, &is_new);
	struct gomarmot_work w = begin(now, GOMARMOT_GPU_KERNEL, stream, k.number);
	struct gomarmot_used used[GG_MOST_USED];
	unsigned n = 0;

	w.name = is_new ? k.is.name : NULL;
	for (unsigned i = 0; i < k.is.n; i++) {
		const void *value = argument(&k.is, arguments, i);

		if (value)
			n = parameter_uses(used, n, value, k.is.sizes[i], i);
	}
	now->gomarmot->note(&w, used, n);
}
