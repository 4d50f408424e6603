/*
 * The accesses of a thread, by place (log.c, series.c). Each thread has a log of its own and
 * writes to it without locked instructions; another thread may only look into it after
 * ga_log_seize.
 */
#ifndef GA_LOG_H
#define GA_LOG_H

#include <stddef.h>
#include <stdint.h>

#include "array.h"
#include "bridge.h"
#include "table.h"

#pragma GCC visibility push(hidden)

/* The kind of a load and a store of the same bytes, in logs only: they are logged together, and
 * handed over as two accesses. */
enum { GA_UPDATED = 8 };

/* A place in the program, and the adjacent bytes that it accessed last. */
struct ga_site {
	uintptr_t key;    /* pc and kind; 0: no site */
	uintptr_t lo, hi; /* the open run; hi is 0 if there is none */
	uintptr_t from;   /* the series that closed runs have joined ... */
	uint64_t size;    /* ... bytes of each run */
	uint64_t count;   /* ... number of runs; 0: no series */
	int64_t stride;
	uint32_t phase;     /* the phase in which the place was last used */
	uint32_t logged;    /* series in this phase */
	uint32_t next_open; /* in the list of places with an open run or series, + 1 */
	uint32_t open;      /* the place is in that list */
};

struct ga_log {
	struct ga_log *next; /* in the list of all logs, from which none is removed */
	uint32_t busy;       /* the log's thread is writing */
	uint32_t wanted;     /* another thread wants to read */
	uint32_t owned;      /* 0: its thread has ended */
	uint32_t thread;     /* the number of its thread */
	int seized;          /* another thread is taking the accesses of this log */
	uint32_t phase;      /* counts releases, from 1 */
	uint32_t lost;       /* some accesses were not logged for lack of memory */
	struct ga_site *sites;
	uint32_t site_room, site_count; /* room is a power of two */
	uint32_t first_open;            /* + 1 */
	int plain_open, atomic_open;    /* places of plain, of atomic accesses are open */
	uint32_t turns;         /* of this phase: atomic accesses that came after plain accesses */
	struct ga_array series; /* closed series of this phase */
	/* Blocks of this phase, and their bitmaps: in separate arrays, so that a bitmap is a cache
	 * line. */
	struct ga_array blocks, bits;
	size_t series_taken, series_rearmed, blocks_taken, blocks_rearmed;
	size_t group, fence;         /* series before and after the last fence begin here */
	struct ga_array directories; /* of the blocks since the last call or fence */
	uint32_t *directory_index;   /* by place and address: + 1 */
	size_t index_room;
};

extern int ga_hooked; /* a part of the program was compiled with hooks */
extern __thread struct ga_log *ga_log_mine __attribute__((tls_model("initial-exec")));

struct ga_log *ga_log_enter_first(void);
void ga_log_make_way(struct ga_log *log);
void ga_log_note_apart(struct ga_log *log, uintptr_t key, uintptr_t lo, uintptr_t hi);
void ga_log_note_apart_and_leave(struct ga_log *log, uintptr_t key, uintptr_t lo, uintptr_t hi);
void ga_log_setup(void);
void ga_log_fence(uintptr_t pc);
void ga_log_fences(int on);
void ga_log_take(const struct gomarmot_sink *sink, int release, uint32_t thread);
void ga_log_take_others(const struct gomarmot_sink *sink, int release);

/*
 * The calling thread's log, which it may write to until ga_log_leave. NULL: there is no memory, or
 * this is a signal handler that has interrupted the writing. No locked instruction: a thread that
 * needs the log makes all threads pass a barrier (log.c).
 */
GA_HOT struct ga_log *ga_log_enter(void)
{
	struct ga_log *log = ga_log_mine;

	if (!GA_LIKELY(log != NULL && !log->busy))
		return ga_log_enter_first();
	__atomic_store_n(&log->busy, 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (!GA_LIKELY(!__atomic_load_n(&log->wanted, __ATOMIC_ACQUIRE)))
		ga_log_make_way(log);
	return log;
}

/* The calling thread's log if it is not writing to it; else NULL. */
GA_HOT struct ga_log *ga_log_ready(void)
{
	struct ga_log *log = ga_log_mine;

	return log && !log->busy ? log : NULL;
}

/* ga_log_enter where ga_log_ready has said that the log is ready. 0: another thread reads it. */
GA_HOT int ga_log_try(struct ga_log *log)
{
	__atomic_store_n(&log->busy, 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (GA_LIKELY(!__atomic_load_n(&log->wanted, __ATOMIC_ACQUIRE)))
		return 1;
	__atomic_store_n(&log->busy, 0, __ATOMIC_RELEASE);
	return 0;
}

/* The key of a place; kinds are below 16. */
GA_HOT uintptr_t ga_key(uintptr_t pc, uint32_t kind)
{
	return pc << 4 | kind;
}

GA_HOT uintptr_t ga_pc_of(uintptr_t key)
{
	return key >> 4;
}

GA_HOT uint32_t ga_kind_of(uintptr_t key)
{
	return key & 15;
}

GA_HOT size_t ga_hash(uintptr_t value, size_t room)
{
	return (value * 0x9e3779b97f4a7c15ul >> 32) & (room - 1);
}

/* The thread no longer writes to its log. */
GA_HOT void ga_log_leave(struct ga_log *log)
{
	__atomic_store_n(&log->busy, 0, __ATOMIC_RELEASE);
}

/* The bytes from lo to hi were accessed at pc. The log has been entered. */
GA_HOT void ga_log_note(struct ga_log *log, uintptr_t pc, uint32_t kind, uintptr_t lo, uintptr_t hi)
{
	const uintptr_t key = ga_key(pc, kind);
	struct ga_site *s = &log->sites[ga_hash(key, log->site_room)];

	if (GA_LIKELY(s->key == key && s->hi == lo))
		s->hi = hi;
	else
		ga_log_note_apart(log, key, lo, hi);
}

/* ga_log_note and ga_log_leave: the call comes last, so it costs the caller no registers. */
GA_HOT void ga_log_note_and_leave(
	struct ga_log *log, uintptr_t pc, uint32_t kind, uintptr_t lo, uintptr_t hi)
{
	const uintptr_t key = ga_key(pc, kind);
	struct ga_site *s = &log->sites[ga_hash(key, log->site_room)];

	if (!GA_LIKELY(s->key == key && s->hi == lo)) {
		ga_log_note_apart_and_leave(log, key, lo, hi);
		return;
	}
	s->hi = hi;
	ga_log_leave(log);
}

#pragma GCC visibility pop

#endif
