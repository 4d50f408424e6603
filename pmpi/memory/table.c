/*
 * The buffers that operations use until they are complete at this rank, and the memory of windows:
 * a table of entries, found by the object or call that ends their use, and its mutex.
 *
 * The table only filters, as readers of the log know exactly which bytes an operation uses and
 * when: entries that stay for too long cost time and records, no more.
 */
#include "table.h"

#include <pthread.h>

#include "../base/block.h"
#include "../base/gm.h"
#include "../library/typemap.h"
#include "use.h"

enum { FIRST = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gm_entry *entries;
static uint32_t *chains; /* + 1 */
static uint32_t room, used, idle, live;
static uint32_t buffers; /* live entries that are buffers of operations */

void gm_table_lock(void)
{
	pthread_mutex_lock(&lock);
}

/* 0: a thread, perhaps the caller, has the mutex. */
int gm_table_try(void)
{
	return pthread_mutex_trylock(&lock) == 0;
}

void gm_table_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* Whether any operation uses a buffer. The mutex is not needed. */
int gm_table_has_buffers(void)
{
	return GM_LOAD(&buffers) != 0;
}

/* How many entries a walk visits. The caller of this function and the following has the mutex. */
uint32_t gm_table_size(void)
{
	return used;
}

static uint32_t *chain_of(int object_class, int64_t handle)
{
	const uint64_t h = ((uint64_t)handle + (unsigned)object_class) * 0x9e3779b97f4a7c15ull;

	return &chains[(h >> 32) & (room - 1)];
}

static int grow(void)
{
	const uint32_t more = room ? 2 * room : FIRST;
	struct gm_entry *e = gm_block_larger(entries, more * sizeof *e);
	uint32_t *c = e ? gm_block(more * sizeof *c) : NULL;

	if (e)
		entries = e;
	if (!c)
		return -1;
	gm_block_free(chains);
	chains = c;
	room = more;
	for (uint32_t i = 0; i < used; i++) {
		uint32_t *chain = chain_of(e[i].until.object_class, e[i].until.handle);

		if (!e[i].in_use)
			continue;
		e[i].next = *chain;
		*chain = i + 1;
	}
	return 0;
}

/* Where the chain of an object begins; NULL: the table is empty. */
uint32_t *gm_table_chain(int object_class, int64_t handle)
{
	return room ? chain_of(object_class, handle) : NULL;
}

/* The entry that a link leads to, or NULL. */
struct gm_entry *gm_entry_at(uint32_t link)
{
	return link ? &entries[link - 1] : NULL;
}

/* The first entry in the chain of an object, or NULL. It may be another object's. */
struct gm_entry *gm_table_first(int object_class, int64_t handle)
{
	return room ? gm_entry_at(*chain_of(object_class, handle)) : NULL;
}

/* The entry in use that follows this entry, after NULL the first; NULL at the end. */
struct gm_entry *gm_table_next(const struct gm_entry *e)
{
	for (uint32_t i = e ? (uint32_t)(e - entries) + 1 : 0; i < used; i++)
		if (entries[i].in_use)
			return &entries[i];
	return NULL;
}

/* A new entry; NULL if there is no memory. */
struct gm_entry *gm_table_add(const struct gm_until *until, int is_window)
{
	uint32_t *chain, i;
	struct gm_entry *e;

	if (!idle && used == room && grow())
		return NULL;
	if (idle) {
		i = idle - 1;
		idle = entries[i].next;
	} else {
		i = used++;
	}
	e = &entries[i];
	chain = chain_of(until->object_class, until->handle);
	*e = (struct gm_entry){
		.until = *until, .is_window = is_window, .in_use = 1, .next = *chain};
	*chain = i + 1;
	live++;
	GM_STORE(&buffers, buffers + !is_window);
	return e;
}

/* Removes the entry that a link leads to. */
void gm_table_drop(uint32_t *link)
{
	const uint32_t i = *link;
	struct gm_entry *e = &entries[i - 1];

	*link = e->next;
	gm_map_release(e->map);
	GM_STORE(&buffers, buffers - !e->is_window);
	e->in_use = 0;
	e->next = idle;
	idle = i;
	if (--live == 0) /* further entries begin at the start again */
		used = idle = 0;
}

/* The buffers of operations that are not persistent are in use no more. */
void gm_table_forget(void)
{
	for (uint32_t i = 0; i < room; i++)
		for (uint32_t *link = &chains[i]; *link;) {
			struct gm_entry *e = &entries[*link - 1];

			e->digest = 0;
			if (e->is_window || e->until.persistent)
				link = &e->next;
			else
				gm_table_drop(link);
		}
}

/* Whether an entry is that of a buffer whose use ends with this; target < 0: any. */
int gm_is_until(const struct gm_entry *e, int object_class, int64_t handle, int64_t target)
{
	return !e->is_window && e->until.object_class == object_class &&
	       e->until.handle == handle && (target < 0 || e->until.target == target);
}

/*
 * Whether the memory [lo, hi) is a window's, or an operation uses it now or, if it is persistent,
 * when it is started. free calls this function, which does not wait for the mutex: the thread
 * itself may have it, if a signal has interrupted it there.
 */
int gm_track_uses(uintptr_t lo, uintptr_t hi)
{
	int yes = 0;

	if (pthread_mutex_trylock(&lock))
		return 0;
	for (uint32_t i = 0; i < used && !yes; i++) {
		const struct gm_entry *e = &entries[i];

		yes = e->in_use && (e->is_window || e->armed || e->until.persistent) &&
		      e->lo < hi && lo < e->hi;
	}
	pthread_mutex_unlock(&lock);
	return yes;
}
