/*
 * Inside libgomarmot.so: the parts that wrappers are made of.
 *
 * A wrapper does: guard, record, forward, record, return. The recording
 * functions below are inline and contain no call on their fast path. A
 * thread's struct gm_thread is used by that thread alone; the drain sees only
 * its ring (core_abi.h).
 */
#ifndef GM_H
#define GM_H

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>
#include <sys/types.h>

#include "core_abi.h"
#include "zz_predef.h"

#define GM_EXPORT __attribute__((visibility("default")))
#define GM_LIKELY(x) __builtin_expect(!!(x), 1)
#define GM_COLD __attribute__((cold, noinline))
#define GM_HOT static inline __attribute__((always_inline))
#define GM_CALLER __builtin_return_address(0)
/* A PMPI_ name: seldom called from outside of the MPI library. */
#define GM_PAST GM_EXPORT __attribute__((cold))

#pragma GCC visibility push(hidden)

/* The phases of a record (event.Phase). */
enum { GM_ONCE = 0, GM_ENTER = 1, GM_LEAVE = 2 };

/* Kinds of records that are no call (package event). */
enum {
	GM_KIND_PAD = 1024,
	GM_KIND_BLOB = 1025,
	GM_KIND_PREDEF = 1026,
	GM_KIND_THREAD = 1027,
	GM_KIND_PROBE = 1028,
	GM_KIND_END = 1030,
	GM_KIND_STRAY = 1031,
	GM_KIND_BINDING = 1032,
	GM_KIND_STACK = 1033,
	GM_KIND_PYTHON = 1034,
};

/* The first word of a record, without nslots and seq. */
#define GM_META(kind, phase, large, words) \
	((uint64_t)(kind) | (uint64_t)((phase) | (large) << 2 | (words) << 3) << 16)

enum { GM_KINDS = 1024 }; /* calls have smaller kinds */

/* The language bindings of MPI (event.Binding). */
enum { GM_C = 0, GM_MPIF = 1, GM_F08 = 2 };

enum { GM_AHEAD = 24 * GM_SLOT }; /* how far ahead slots are prefetched */
enum { GM_PATH = 3072 };          /* of a log's name */
enum { GM_HOST = 65 };            /* of a host's name */
enum { GM_JOB = 2048 };           /* of a job's name */
enum { GM_SAVED = 256 };          /* request handles that a quiet test keeps */
enum { GM_NEST = 8 };             /* nested calls whose now-cell is kept */
enum { GM_STACK_SHIFT = 48 };     /* of a stack's number in a record's pc */
enum { GM_PYTHON_DEPTH = 8 };     /* Python functions that a stack holds */

/* A Fortran call that no C wrapper has seen yet; pc is NULL if there is none. */
struct gm_fortran {
	const void *pc;
	uint32_t kind;
	uint32_t binding; /* stays while the call lasts */
};

/* A saved now-cell, and the stack of its call. */
struct gm_now {
	uint64_t kind_seq;
	uint64_t pc;
	uint64_t stack;
};

struct gm_thread {
	uint64_t head;  /* slots published */
	uint64_t next;  /* head after the record being written */
	uint64_t limit; /* no record may end beyond this without gm_make_room */
	uint64_t calls; /* entered so far */
	int64_t win;    /* the window handle it used last: known to be known */
	struct gm_ring *ring;
	uint8_t *slots;
	uint32_t mask;
	uint32_t seq;
	uint32_t idle;     /* seq after a test that found nothing; 0: none */
	uint32_t depth;    /* MPI calls of this thread that have not returned */
	uint32_t index;    /* of the ring among those there are now */
	int64_t file;      /* as win */
	uint64_t fortran;  /* calls that came through Fortran */
	uint32_t bindings; /* noted so far: a bit for each */
	const void *pc;    /* the caller, once gm_enter_nested has returned */
	uint64_t stack;    /* of the call it is in, as the upper bits of a pc; 0: none */
	uint64_t inside;   /* the now-cell of the call that a tool behind has delivered */
	struct gm_traces *traces;
	int tracing;              /* amid finding a stack */
	struct gm_escape *escape; /* where to go on after a fault amid that */
	struct gm_thread_info info;
	LIST_ENTRY(gm_thread) others; /* in the list of idle rings */
	int idle_ring;                /* it is in that list: its thread has ended */
	uint32_t number;              /* of the thread, in order of first MPI call */
	uint32_t file_number;         /* of the ring file, in order of making */
	struct gm_now outer[GM_NEST];
	/* Records that find no room and may not wait go here. */
	uint8_t scratch[GM_MAX_RECORD * GM_SLOT] __attribute__((aligned(64)));
};

extern struct gm_control gm_control;
extern uint64_t gm_handle_mask; /* 0xffffffff where handles are ints */
extern uint32_t gm_requests;    /* 1 once a followed request exists */
extern uint32_t gm_splits;      /* > 0 while a split collective is active in this process */
extern __thread struct gm_thread *gm_self __attribute__((tls_model("initial-exec")));
extern __thread struct gm_fortran gm_fortran __attribute__((tls_model("initial-exec")));
extern __thread uint32_t gm_initialising __attribute__((tls_model("initial-exec")));

/* thread.c */
int gm_thread_setup(void);
struct gm_thread *gm_thread_start(uint32_t kind, const void *pc);
const struct gm_thread_info *gm_thread_at(uint32_t index);
uint32_t gm_threads_idle(void);
int gm_thread_release(uint32_t index, int over);
int gm_rings_busy(void);
void gm_rings_off(void);
int gm_ring_mend(const void *address);

/* ring.c */
void gm_ring_setup(uint32_t rank, const char *dir);
int gm_ring_make(struct gm_thread *t, uint32_t index);
void gm_ring_unlink(struct gm_thread *t);
void gm_ring_unmap(struct gm_thread *t);
int gm_ring_holds(const struct gm_thread *t, const void *address);
int gm_ring_replace(struct gm_thread *t, const void *address);
uint8_t *gm_make_room(struct gm_thread *t, unsigned slots);
void gm_record(struct gm_thread *t, uint64_t meta, const void *pc, const int64_t *words);

/* real.c: the code of a loaded object */
struct gm_text {
	uintptr_t from, size;
};
static inline int gm_in_text(const struct gm_text *text, uintptr_t at)
{
	return at - text->from < text->size;
}
struct dl_phdr_info;
struct gm_text gm_text_of(const struct dl_phdr_info *info);
extern uint8_t gm_chained[GM_KINDS];
void *gm_resolve(unsigned fn);
void *gm_resolve_library(unsigned fn);
void *gm_find(const char *symbol);
void *gm_find_variable(const char *symbol);
void gm_collect_mpi_text(void);
int gm_in_mpi(const void *pc);
int gm_in_fortran_layer(const void *pc);

/* tools.c */
int gm_is_tool(const struct dl_phdr_info *info);
extern const char *gm_unseen;
extern int gm_program_wraps;
void gm_find_unseen(const void *init);
void gm_say_unwatched(void);

/* nest.c */
struct gm_thread *gm_enter_nested(
	struct gm_thread *t, uint32_t kind, const void *pc, const void *sp, int past);
void gm_leave_nested(struct gm_thread *t);
enum { GM_PASSED, GM_MADE, GM_DELIVERED };
int gm_past(uint32_t kind, const void *pc, uint64_t *outer);
int gm_delivered(int rc, uint64_t outer);

/* fortran.c */
int gm_fortran_meant(uint32_t kind);
const void *gm_fortran_caller(uint32_t kind, const void *pc);
void gm_fortran_note(struct gm_thread *t, const void *pc);
void gm_fortran_end(struct gm_thread *t);

/* stack.c */
extern struct gm_text gm_program; /* the program's own code, or most of it */
void gm_stack_setup(void);
uint64_t gm_stack(struct gm_thread *t, const void *pc, const void *sp, int past);
void gm_stack_release(struct gm_thread *t);
void gm_stack_fault(const void *pc, const sigset_t *mask);

/* cxx.c */
struct gm_text gm_cxx_bindings(uintptr_t base);

/* python.c */
struct gm_python_place {
	uint32_t code, line;
};
const void *gm_python_setup(void);
unsigned gm_python_places(struct gm_thread *t, const void *pc, struct gm_python_place *out);

/* query.c */
struct gm_type_words {
	int64_t w[5]; /* size, lb, extent, true lb, true extent */
};
struct gm_comm_words {
	int64_t inter;
	int64_t rank;
};
int gm_query_setup(uintptr_t comm_world, uintptr_t world_group);
void gm_query_done(void);
struct gm_type_words gm_query_type(int rc, const void *newtype);
int gm_type_metrics(uintptr_t type, int64_t out[5]);
void gm_query_group(struct gm_thread *t, int rc, const void *newgroup, const void *pc);
struct gm_comm_words gm_query_comm(
	struct gm_thread *t, int rc, const void *newcomm, const void *pc);
struct gm_file_words {
	int64_t dev; /* 0 0 if unknown */
	int64_t ino;
};
struct gm_file_words gm_query_file(int rc, const char *filename);

/* known.c */
int64_t gm_mapped(const void *base, int64_t size);
void gm_window_made(int rc, const void *win, const void *base, int64_t size);
void gm_window_known(int rc, const void *win);
void gm_file_known(int rc, const void *fh);
void gm_meet(struct gm_thread *t, int object_class, int64_t handle, const void *pc);
int64_t gm_window_mapped(const void *win);

/* split.c */
struct gm_split_words {
	int64_t mapped; /* is the buffer still: 1, 0, or -1 if unknown */
	int64_t digest; /* of the buffer; 0: not taken */
};
int64_t gm_split_begin(
	int64_t file, const void *buf, int64_t count, uintptr_t datatype, int writes);
void gm_split_undo(int64_t file);
struct gm_split_words gm_split_end(int64_t file);
void gm_split_forget(int64_t file);
void gm_split_type_freed(uintptr_t datatype);

/* typemap.c */
void gm_type_made(uintptr_t type, const int64_t metrics[5], int predefined);

/* digest.c */
void gm_digest_setup(int speak);

/* This process in its job. */
struct gm_job {
	int rank, size, spawned;
	uintptr_t group; /* of a session; 0 in the world model */
};

/* jobid.c */
void gm_job_id(char *text, size_t size, int ranks);
int gm_job_on_one_host(int ranks);
uint64_t gm_launcher_started(void);

/* place.c */
struct gm_place {
	uint64_t run_id;
	uint32_t rank;
	int32_t ok;            /* 0: nothing can be written */
	int32_t private;       /* 1: the log's name has %h or %r */
	char log[GM_PATH];     /* run.log */
	char dir[GM_PATH + 2]; /* run.log.d */
};
void gm_place_find(struct gm_place *place, const struct gm_job *job);
void gm_place_publish(const struct gm_place *place);
int gm_private_names(void);
void gm_host_name(char host[GM_HOST]);

/* earlier.c */
void gm_let_go(void);

/* meeting.c */
void gm_meeting_setup(uint64_t run_id);
int gm_meeting_read(char *log, size_t size);
int gm_meeting_open(void);
int gm_meeting_choose(const char *log);
void gm_meeting_over(void);
void gm_meeting_leave(void);

/* fetch.c */
void gm_fetch_setup(const struct gm_place *place, int size, int disabled);
void gm_fetch_joined(void);

/* start.c: error handlers of the two communicators that errors without one go to */
struct gm_handlers {
	uintptr_t world, self;
};
void gm_errors_return(struct gm_handlers *before);
void gm_errors_as_before(struct gm_handlers *before);

/* start.c: a moment on the processor's counter and on the wall clock */
struct gm_moment {
	uint64_t ticks, nano, unix_nano;
};
struct gm_moment gm_moment(void);
void gm_start_once(const void *session, struct gm_moment since);
int gm_tried(void);

/* stray.c */
void gm_stray_start(struct gm_thread *t, uint32_t rank, const char *dir);
void gm_stray_over(int yes);
int gm_start_late(const void *pc);
int gm_is_finalized(void);
void gm_stray(uint32_t kind, const void *pc, const void *wrapper);

/* init.c */
int gm_session_is_open(void);

/* end.c */
void gm_end_setup(const struct gm_place *place);
void gm_end(struct gm_thread *t, uint32_t reason, uint32_t milliseconds);

/* flavour.c */
int gm_flavour_detect(void);
uintptr_t gm_predef(unsigned id);
const char *gm_flavour_name(void);
const char *gm_library_version(void);
int gm_is_null(int object_class, uint64_t handle);
void gm_record_predefs(struct gm_thread *t, int metrics);
int gm_probe(int object_class, uint64_t handle);

/* core.c */
int gm_on(uint32_t kind, const void *pc);
int gm_core_start(struct gm_boot *boot);
void gm_core_wake(void);
void gm_core_sleep(uint32_t microseconds, int doze);
void gm_core_answer(uint32_t done);
void gm_core_become(uint32_t what);
void gm_core_await_close(void);
uint64_t gm_core_ticks(void);
int gm_core_flush(uint32_t reason, uint32_t milliseconds);

void gm_core_stop(const char *why);
int gm_in_core(const void *pc);

/* fault.c */
void gm_fault_drain(void);
void gm_fault_install(gm_core_handler_of_fn *go_handler);
void gm_fault_remove(void);
int gm_fault_aside(int sig);
void gm_fault_back(int sig);

/* action.c */
int gm_sigaction(int sig, const struct sigaction *action, struct sigaction *old);

/* util.c */
void gm_note_setup(void);
int gm_write(int fd, const void *data, size_t size);
void gm_write_line(const char *line, size_t length);
void gm_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
int gm_futex_wait(uint32_t *word, uint32_t value, uint32_t microseconds);
void gm_futex_wake(uint32_t *word);
uint64_t gm_monotonic_nano(void);
uint64_t gm_unix_nano(void);
uint64_t gm_in_ms(uint64_t milliseconds);
int gm_over(uint64_t end, long nap_nano);

/* The processor's counter. */
GM_HOT uint64_t gm_ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t ticks;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
	return gm_monotonic_nano();
#endif
}

/*
 * Asks for a slot that is written soon: the drain has read it last, so its
 * cache line lies with another core. The ring's end is followed by memory of
 * someone else; asking for that does no harm.
 */
GM_HOT void gm_prefetch(const void *slot)
{
#if defined(__x86_64__)
	__asm__ volatile("prefetchw %0" : : "m"(*(const char *)slot));
#else
	__builtin_prefetch(slot, 1);
#endif
}

#define GM_STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define GM_LOAD(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define GM_PUBLISH(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define GM_ACQUIRE(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)

/*
 * Notes the stack of a call that a library has made, or came by its PMPI_ name:
 * from a wrapper of the program's own. sp is the stack pointer after the return
 * to pc.
 */
GM_HOT void gm_note_stack(struct gm_thread *t, const void *pc, const void *sp, int past)
{
	if (GM_LIKELY(!past && gm_in_text(&gm_program, (uintptr_t)pc)))
		t->stack = 0;
	else
		t->stack = gm_stack(t, pc, sp, past);
}

/*
 * The guard: this thread's recorder, or NULL if the call is to be passed
 * through unrecorded. kind is 0 for calls that are allowed before MPI_Init. The
 * caller becomes that in the program if the MPI's Fortran layer has called. past:
 * the call came by its PMPI_ name.
 */
GM_HOT struct gm_thread *gm_enter(uint32_t kind, const void **pc, int past)
{
	struct gm_thread *t = gm_self;

	if (!GM_LIKELY(GM_LOAD(&gm_control.state) == GM_ON) && !gm_on(kind, *pc))
		return NULL;
	if (!GM_LIKELY(t != NULL)) {
		t = gm_thread_start(kind, *pc);
		if (!t)
			return NULL;
	}
	if (!GM_LIKELY(t->depth == 0)) {
		t = gm_enter_nested(t, kind, *pc, __builtin_dwarf_cfa(), past);
		if (t)
			*pc = t->pc;
		return t;
	}
	t->depth = 1;
	gm_note_stack(t, *pc, __builtin_dwarf_cfa(), past);
	return t;
}

/*
 * Starts a record: returns where its words go. The space is this thread's
 * until gm_commit. Words beyond what the meta says are never read.
 */
GM_HOT int64_t *gm_begin(struct gm_thread *t, uint64_t meta, const void *pc)
{
	const unsigned slots = (meta >> 19 & 0x1f) > 5 ? 2 : 1;
	uint8_t *slot = t->slots + ((uint32_t)t->head & t->mask) * (size_t)GM_SLOT;
	uint64_t *head;

	t->next = t->head + slots;
	if (!GM_LIKELY(t->next <= t->limit))
		slot = gm_make_room(t, slots);
	GM_STORE(&t->ring->reserve, t->next);
	gm_prefetch(slot + GM_AHEAD);
	if (slots == 2)
		gm_prefetch(slot + GM_AHEAD + GM_SLOT);
	head = (uint64_t *)slot;
	head[1] = gm_ticks();
	head[0] = meta | (uint64_t)slots << 24 | (uint64_t)t->seq << 32;
	head[2] = (uintptr_t)pc | t->stack;
	return (int64_t *)(head + 3);
}

/* Publishes the record begun last. */
GM_HOT void gm_commit(struct gm_thread *t)
{
	t->head = t->next;
	t->seq++;
	GM_PUBLISH(&t->ring->head, t->next);
}

/* Fills the now-cell: the call about to be forwarded. */
GM_HOT void gm_now(struct gm_thread *t, uint32_t kind, const void *pc)
{
	struct gm_ring *ring = t->ring;

	GM_STORE(&ring->now_count, ++t->calls);
	GM_STORE(&ring->now_pc, (uintptr_t)pc | t->stack);
	GM_PUBLISH(&ring->now, kind | (uint64_t)t->seq << 32);
}

/* The call has returned: empties the now-cell. */
GM_HOT void gm_leave(struct gm_thread *t)
{
	GM_STORE(&t->ring->now, 0);
	if (!GM_LIKELY(--t->depth == 0))
		gm_leave_nested(t);
}

/* Whether the last record of this thread is of a test that found nothing. */
GM_HOT int gm_idle(const struct gm_thread *t)
{
	return t->idle == t->seq && t->seq != 0;
}

GM_HOT void gm_idle_from_here(struct gm_thread *t)
{
	t->idle = t->seq;
}

/* A handle as it is recorded. */
GM_HOT int64_t gm_handle(uintptr_t handle)
{
	return (int64_t)(handle & gm_handle_mask);
}

/* The handle at an OUT or INOUT address; 0 for NULL. */
GM_HOT int64_t gm_handle_at(const void *address)
{
	if (!address)
		return 0;
	if (gm_handle_mask == UINT32_MAX)
		return *(const uint32_t *)address;
	return *(const int64_t *)address;
}

/* The integer at an OUT or INOUT address; 0 for NULL. */
GM_HOT int64_t gm_int_at(const void *address)
{
	return address ? *(const int32_t *)address : 0;
}

GM_HOT int64_t gm_long_at(const void *address)
{
	return address ? *(const int64_t *)address : 0;
}

/*
 * A call is about to be recorded that uses this window: if no recorded call
 * has made it, a Probe record goes before. One compare in the common case.
 */
GM_HOT void gm_know_window(struct gm_thread *t, int64_t handle, const void *pc)
{
	if (!GM_LIKELY(handle == t->win))
		gm_meet(t, GM_CLASS_WIN, handle, pc);
}

/* The same of a file. */
GM_HOT void gm_know_file(struct gm_thread *t, int64_t handle, const void *pc)
{
	if (!GM_LIKELY(handle == t->file))
		gm_meet(t, GM_CLASS_FILE, handle, pc);
}

/* Blob records: a stream of int64 words whose number is known beforehand. */
struct gm_blob {
	struct gm_thread *t;
	const void *pc;
	uint64_t total;  /* bytes */
	uint64_t offset; /* bytes written so far */
	uint8_t *at;     /* next byte of the piece being written */
	uint8_t *end;    /* of that piece */
};

/* blob.c */
void gm_blob_open(struct gm_blob *b, struct gm_thread *t, const void *pc, int64_t words);
void gm_blob_word(struct gm_blob *b, int64_t word);
void gm_blob_ints(struct gm_blob *b, int64_t n, const int32_t *a);
void gm_blob_longs(struct gm_blob *b, int64_t n, const int64_t *a);
void gm_blob_handles(struct gm_blob *b, int64_t n, const void *a);
void gm_save_handles(int64_t *to, int64_t n, const void *a);
void gm_blob_string(struct gm_blob *b, const char *s);

/* The words an array or string takes in a blob. */
static inline int64_t gm_array_len(int64_t n, const void *a)
{
	return n > 0 && a ? n : 0;
}

/* A number of elements that came back: none if there is no room for so many. */
static inline int64_t gm_within(int64_t n, int64_t room)
{
	return n <= room ? n : 0;
}

int64_t gm_string_words(const char *s);

/*
 * Where wrapper number fn forwards to: a call of MPI_X to the next MPI_X, which
 * may be a tool's, and one of PMPI_X to the MPI library's. The table holds the
 * addresses once they are known.
 */
extern void *gm_real[];
extern void *gm_library[];

GM_HOT void *gm_real_of(unsigned fn)
{
	void *f = GM_LOAD(&gm_real[fn]);

	return GM_LIKELY(f != NULL) ? f : gm_resolve(fn);
}

GM_HOT void *gm_library_of(unsigned fn)
{
	void *f = GM_LOAD(&gm_library[fn]);

	return GM_LIKELY(f != NULL) ? f : gm_resolve_library(fn);
}

#pragma GCC visibility pop

#endif
