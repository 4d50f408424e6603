/*
 * The threads of this process (thread.c). A struct gm_thread is used by its own
 * thread alone; the drain sees only its ring (core_abi.h).
 */
#ifndef GM_THREAD_H
#define GM_THREAD_H

#include <stdint.h>
#include <sys/queue.h>

#include "../base/core_abi.h"
#include "room.h"

#pragma GCC visibility push(hidden)

enum {
	GM_NEST = 8,    /* nested calls whose now-cell is kept */
	GM_LOCALS = 16, /* local variables that MPI uses, of which the return is noticed */
	GM_STOOD = 16,  /* places that the stack was looked at from */
};

/* A saved now-cell, and the stack of its call. */
struct gm_now {
	uint64_t kind_seq;
	uint64_t pc;
	uint64_t stack;
};

/* Memory for calls at the same level of nesting. */
struct gm_room {
	void *at;
	uint64_t size;
};

/* The thread's last long array of requests, from which the next record gives the differences
 * (waited.c).
 */
struct gm_waited {
	struct gm_room room; /* the handles, then the positions of changed handles */
	int64_t n;           /* handles; 0: the next record has them all */
	uint32_t seq;        /* of the record that had them */
	uint32_t age;        /* records since a record had all handles */
	int busy;            /* it is being compared */
};

/* Local variables of the program that MPI may be using, and the stack they are on (local.c). */
struct gm_locals {
	uintptr_t at[GM_LOCALS];
	uint32_t count;
	uint32_t base_tries, is_first; /* is_first: the stack is that of the first thread */
	uintptr_t stack_low, stack_base;
	struct gm_stood {
		uintptr_t pc, sp;
		int same; /* the stack there has that base */
	} stood[GM_STOOD];
};

/* The synchronization of a window that the thread's last record is about (gm_synced). */
struct gm_synced {
	uint32_t seq; /* after that record; 0: none */
	uint32_t kind;
	const void *pc;
	uint64_t stack;
	int64_t win;
};

struct gm_thread {
	uint64_t head;  /* slots published */
	uint64_t next;  /* head after the record being written */
	uint64_t limit; /* no record may end beyond this without gm_make_room */
	uint64_t calls; /* entered so far */
	uint64_t polls; /* calls without a record since the last record: tests, synchronizations */
	uint64_t kept;  /* limit, which is 0 while there are polls to be recorded */
	struct gm_synced synced;
	int64_t win; /* the window handle it used last: it is known */
	struct gm_ring *ring;
	uint8_t *slots;
	uint32_t mask;
	uint32_t seq;
	uint32_t idle;     /* seq after a test that found nothing; 0: none */
	uint32_t depth;    /* MPI calls of this thread that have not returned */
	uint32_t index;    /* of the ring among the current rings */
	int64_t file;      /* as win */
	uint64_t fortran;  /* calls that came through Fortran */
	uint32_t bindings; /* of the language, noted so far: a bit for each */
	const void *pc;    /* the caller, once gm_enter_at has returned */
	uint64_t stack;    /* of the current call, as the upper bits of a pc; 0: none */
	uint64_t inside;   /* the now-cell of the call that a tool behind has delivered */
	uintptr_t local;   /* the lowest of locals; UINTPTR_MAX: there are none */
	uintptr_t stack_end;
	struct gm_room values; /* that it leaves and fetches: struct gm_values */
	uint32_t asked;        /* fetches whose values are awaited */
	struct gm_traces *traces;
	int tracing;              /* a stack is being found */
	struct gm_escape *escape; /* where to continue after a fault during that */
	struct gm_thread_info info;
	LIST_ENTRY(gm_thread) others; /* in the list of idle rings */
	int idle_ring;                /* it is in that list: its thread has ended */
	uint32_t number;              /* of the thread, in order of first MPI call */
	uint32_t file_number;         /* of the ring file, in order of creation */
	struct gm_locals locals;
	struct gm_waited waited;
	struct gm_now outer[GM_NEST];
	struct gm_room rooms[GM_NEST][GM_ROOMS];
	/* Records that find no room and may not wait go here. */
	uint8_t scratch[GM_MAX_RECORD * GM_SLOT] __attribute__((aligned(64)));
};

extern __thread struct gm_thread *gm_self __attribute__((tls_model("initial-exec")));

int gm_thread_setup(void (*ended)(struct gm_thread *t));
struct gm_thread *gm_thread_start(uint32_t kind, const void *pc);
const struct gm_thread_info *gm_thread_at(uint32_t index);
uint32_t gm_threads_idle(void);
int gm_thread_release(uint32_t index, int over);
int gm_rings_busy(void);
void gm_rings_off(void);
int gm_ring_repair(const void *address);

#pragma GCC visibility pop

#endif
