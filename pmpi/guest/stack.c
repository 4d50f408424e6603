/*
 * The stacks of calls that come out of a library: which of its functions called
 * MPI, and where the program called the library. A call that the program itself
 * makes needs no stack and does not come here.
 *
 * Unwinding takes a microsecond, so each thread keeps the traces it has seen,
 * with the places of their return addresses on the stack. A trace for the same
 * return address and stack pointer is valid as long as these places still hold
 * the same addresses: each confirmed address says where the next address is.
 * Where the stack has another address, the trace that went on with that address is looked
 * up, and compared from there on: a program may call a library in many places.
 * Nothing is allocated, and the table that all threads share has no lock.
 */
#define _GNU_SOURCE
#include "stack.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "../base/block.h"
#include "../base/gm.h"
#include "../base/record.h"
#include "../loaded/program.h"
#include "../loaded/text.h"
#include "../loaded/tools.h"
#include "../record/blob.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "python.h"

enum {
	DEPTH = 48,        /* return addresses of a trace */
	OWN = 16,          /* frames of gomarmot and the MPI's Fortran layer, at most */
	PROGRAM_DEPTH = 3, /* frames of the program that a trace ends with */
	TRACES = 1024,     /* that a thread keeps */
	HEADS = 4096,      /* places in the table of these; a power of two */
	IDS = 1 << 16,
	IDS_USED = IDS / 4 * 3,
	PROBES = 64,
};

struct frame {
	uintptr_t address;
	const uintptr_t *slot; /* where the address is on the stack */
};

/* The key of a trace. Traces with the same pc and sp form a tree. */
struct way {
	uintptr_t pc, sp;   /* sp: after the C function has returned */
	uintptr_t seen;     /* the at-th return address, where branch_of has another */
	uint32_t at;        /* the addresses before are the same; 0 is pc */
	uint32_t branch_of; /* number of that trace; 0: none */
};

struct trace {
	struct way way;
	const uintptr_t *slot; /* of pc */
	uint64_t hash;
	uint32_t id;
	uint32_t depth;
	int python; /* the interpreter called the library */
	struct frame frame[DEPTH];
};

struct gm_traces {
	uint32_t count;
	uint16_t table[HEADS]; /* numbers of traces, by the hash of their ways; 0: free */
	struct trace trace[TRACES + 1];
};

struct gm_escape {
	sigjmp_buf at;
};

static struct {
	struct gm_text text; /* of the library that it is in */
	_Unwind_Reason_Code (*backtrace)(_Unwind_Trace_Fn, void *);
	uintptr_t (*ip)(struct _Unwind_Context *);
	uintptr_t (*cfa)(struct _Unwind_Context *);
} unwinder;

static struct gm_text interpreter;
static int all_calls; /* calls that the program itself makes get stacks, too */

/* The hash of each stack; the index is its number. 0: free. */
static uint64_t stacks[IDS];
static uint32_t stack_count;

static _Unwind_Reason_Code no_step(struct _Unwind_Context *context, void *arg)
{
	(void)context;
	(void)arg;
	return _URC_END_OF_STACK;
}

/* When recording starts. The first unwinding may allocate, so it is done here. */
void gm_stack_setup(void)
{
	const char *wish = getenv("GOMARMOT_STACKS");
	const void *python;
	void *library;

	all_calls = gm_program_wraps || (wish && !strcmp(wish, "all"));
	gm_program_setup(all_calls);
	if (wish && !strcmp(wish, "0"))
		return;
	library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return;
	unwinder.ip = (uintptr_t(*)(struct _Unwind_Context *))dlsym(library, "_Unwind_GetIP");
	unwinder.cfa = (uintptr_t(*)(struct _Unwind_Context *))dlsym(library, "_Unwind_GetCFA");
	if (!unwinder.ip || !unwinder.cfa)
		return;
	unwinder.backtrace = (_Unwind_Reason_Code(*)(_Unwind_Trace_Fn, void *))dlsym(
		library, "_Unwind_Backtrace");
	if (!unwinder.backtrace)
		return;
	unwinder.text = gm_text_at((const void *)unwinder.backtrace);
	unwinder.backtrace(no_step, NULL);
	python = gm_python_setup();
	if (python)
		interpreter = gm_text_at(python);
}

static uint64_t mix(uint64_t hash, uint64_t v)
{
	hash = (hash ^ v) * 0x9e3779b97f4a7c15ull;
	return hash ^ hash >> 29;
}

/* Returns the number of the stack with this hash; 0 if there are too many stacks. */
static uint32_t number(uint64_t hash, int *is_new)
{
	uint32_t i = (uint32_t)(hash >> 32) & (IDS - 1);

	hash |= 1;
	for (int n = 0; n < PROBES; n++, i = (i + 1) & (IDS - 1)) {
		uint64_t seen = GM_LOAD(&stacks[i]);

		if (seen == hash && i)
			return i;
		if (seen || !i)
			continue;
		if (GM_LOAD(&stack_count) >= IDS_USED)
			return 0;
		if (__atomic_compare_exchange_n(
			    &stacks[i], &seen, hash, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
			__atomic_fetch_add(&stack_count, 1, __ATOMIC_RELAXED);
			*is_new = 1;
			return i;
		}
		if (seen == hash)
			return i;
	}
	return 0;
}

/* Writes the record of a new stack. */
static void record(struct gm_thread *t, const struct trace *trace, uint32_t id,
	const struct gm_python_place *place, unsigned places)
{
	const void *pc = (const void *)trace->way.pc;
	struct gm_blob blob;
	int64_t *w;

	gm_blob_open(&blob, t, pc, 2 + trace->depth + 2 * places);
	gm_blob_word(&blob, trace->depth);
	for (uint32_t i = 0; i < trace->depth; i++)
		gm_blob_word(&blob, (int64_t)trace->frame[i].address);
	gm_blob_word(&blob, 2 * places);
	for (unsigned i = 0; i < places; i++) {
		gm_blob_word(&blob, place[i].code);
		gm_blob_word(&blob, place[i].line);
	}
	w = gm_begin(t, GM_META(GM_KIND_STACK, GM_ONCE, 0, 1), pc);
	w[0] = id;
	gm_commit(t);
}

/* A walk up the stack, into a trace. */
struct walk {
	struct trace *trace;
	int own;     /* frames of gomarmot seen */
	int found;   /* the caller's frame has been seen */
	int program; /* frames of the program seen */
	int firm;    /* all slots are known */
};

static const uintptr_t *slot_of(uintptr_t sp)
{
#if defined(__x86_64__)
	return (const uintptr_t *)sp - 1; /* the call instruction pushed it */
#else
	(void)sp;
	return NULL; /* unknown: every such call is unwound */
#endif
}

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *arg)
{
	struct walk *w = arg;
	struct trace *trace = w->trace;
	const uintptr_t ip = unwinder.ip(context);
	struct frame *f;

	if (!w->found) {
		w->found = ip == trace->way.pc;
		trace->slot = slot_of(unwinder.cfa(context));
		w->firm = trace->slot && *trace->slot == ip;
		w->program = w->found && gm_is_own(ip);
		return w->found || ++w->own < OWN ? _URC_NO_REASON : _URC_END_OF_STACK;
	}
	if (!ip || trace->depth == DEPTH)
		return _URC_END_OF_STACK;
	if (w->program && !gm_of_program(ip))
		return _URC_END_OF_STACK;
	f = &trace->frame[trace->depth++];
	f->address = ip;
	f->slot = slot_of(unwinder.cfa(context));
	w->firm = w->firm && f->slot && *f->slot == ip;
	if (gm_in_text(&interpreter, ip)) {
		trace->python = 1;
		return _URC_END_OF_STACK;
	}
	w->program += gm_of_program(ip);
	return w->program < PROGRAM_DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/*
 * Unwinds. The stack of a coroutine need not end in a way that the unwinder
 * recognizes; it then reads at whatever address it finds. A fault ends the
 * trace: 0.
 */
__attribute__((noinline)) static int backtrace(
	struct gm_thread *t, _Unwind_Trace_Fn each, void *arg)
{
	struct gm_escape escape;
	volatile int whole = 0;

	if (!sigsetjmp(escape.at, 0)) {
		t->escape = &escape;
		unwinder.backtrace(each, arg);
		whole = 1;
	}
	t->escape = NULL;
	return whole;
}

/* The outermost frame of a stack. */
struct base {
	uintptr_t cfa;
	int frames;
};

enum { MOST_FRAMES = 1000 };

static _Unwind_Reason_Code further(struct _Unwind_Context *context, void *arg)
{
	struct base *b = arg;

	b->cfa = unwinder.cfa(context);
	return ++b->frames < MOST_FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/*
 * The address of the outermost frame that can be found: the same in all functions that
 * were called from there. 0: it is not known.
 */
GM_COLD uintptr_t gm_stack_base(struct gm_thread *t)
{
	const int saved = errno;
	struct base b = {0, 0};
	int whole, cancel;

	if (!unwinder.backtrace || t->escape)
		return 0;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	whole = backtrace(t, further, &b);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return whole && b.frames < MOST_FRAMES ? b.cfa : 0;
}

/* For the handler of faults: does not return if the fault happened while unwinding. */
void gm_stack_fault(const struct gm_thread *t, const void *pc, const sigset_t *mask)
{
	if (!t || !t->escape || !gm_in_text(&unwinder.text, (uintptr_t)pc))
		return;
	pthread_sigmask(SIG_SETMASK, mask, NULL);
	siglongjmp(t->escape->at, 1);
}

static struct gm_traces *traces_of(struct gm_thread *t)
{
	if (!t->traces)
		t->traces = gm_pages(sizeof *t->traces);
	return t->traces;
}

/* Frees the traces of an ended thread. */
void gm_stack_release(struct gm_thread *t)
{
	if (t->traces)
		munmap(t->traces, sizeof *t->traces);
	t->traces = NULL;
}

/* Returns the table entry of a trace, or the free entry for it. */
static uint16_t *entry(struct gm_traces *all, const struct way *w)
{
	uint64_t hash = mix(w->pc, w->sp);
	uint32_t i;

	if (w->branch_of)
		hash = mix(mix(hash, (uint64_t)w->branch_of << 32 | w->at), w->seen);
	for (i = hash >> 40 & (HEADS - 1); all->table[i]; i = (i + 1) & (HEADS - 1)) {
		const struct way *x = &all->trace[all->table[i]].way;

		if (x->sp == w->sp && x->pc == w->pc && x->branch_of == w->branch_of &&
			x->at == w->at && x->seen == w->seen)
			break;
	}
	return &all->table[i];
}

/* Returns the stack slot of a return address of a trace; number 0 is that of the call itself. */
static const uintptr_t *slot_at(const struct trace *trace, uint32_t at)
{
	return at ? trace->frame[at - 1].slot : trace->slot;
}

/* Returns the number of the first return address, from at on, that is no longer on the stack. */
static uint32_t differs(const struct trace *trace, uint32_t at)
{
	if (!at && *trace->slot == trace->way.pc)
		at = 1;
	if (at)
		while (at <= trace->depth &&
			*trace->frame[at - 1].slot == trace->frame[at - 1].address)
			at++;
	return at;
}

/* Returns the trace of a call if this thread has seen it; otherwise NULL, and sets w to its key. */
static const struct trace *known(struct gm_traces *all, struct way *w)
{
	uint32_t n;

	while ((n = *entry(all, w))) {
		const struct trace *trace = &all->trace[n];
		const uint32_t at = differs(trace, w->at);

		if (at > trace->depth)
			return trace;
		*w = (struct way){w->pc, w->sp, *slot_at(trace, at), at, n};
	}
	return NULL;
}

/* Whether a trace begins as the trace that its way branches off from. */
static int branches(const struct gm_traces *all, const struct trace *trace)
{
	const struct way *w = &trace->way;
	const struct trace *from = &all->trace[w->branch_of];

	if (!w->branch_of)
		return 1;
	if (w->at && trace->slot != from->slot)
		return 0;
	return w->at <= trace->depth && (w->at < 2 || !memcmp(trace->frame, from->frame,
							      (w->at - 1) * sizeof *trace->frame));
}

/* Unwinds. The trace is kept only if it can be verified later. */
GM_COLD static const struct trace *unwind(
	struct gm_thread *t, struct gm_traces *all, struct way *way)
{
	struct trace *trace;
	struct walk w = {0};
	const int saved = errno;
	int is_new = 0, cancel;

	if (all->count == TRACES) { /* begin again */
		all->count = 0;
		memset(all->table, 0, sizeof all->table);
		*way = (struct way){.pc = way->pc, .sp = way->sp};
	}
	w.trace = trace = &all->trace[all->count + 1];
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	trace->way = *way;
	trace->id = trace->depth = 0;
	trace->python = 0;
	backtrace(t, step, &w);
	trace->hash = mix(0, way->pc);
	for (uint32_t i = 0; i < trace->depth; i++)
		trace->hash = mix(trace->hash, trace->frame[i].address);
	if (trace->depth && !trace->python)
		trace->id = number(trace->hash, &is_new);
	if (is_new)
		record(t, trace, trace->id, NULL, 0);
	if (w.found && w.firm && branches(all, trace))
		*entry(all, way) = ++all->count;
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return trace;
}

/* Returns the stack of a call that Python code made through a library. */
static uint32_t with_python(struct gm_thread *t, const struct trace *trace)
{
	struct gm_python_place place[GM_PYTHON_DEPTH];
	const int saved = errno;
	const unsigned places = gm_python_places(t, (const void *)trace->way.pc, place);
	uint64_t hash = trace->hash;
	int is_new = 0;
	uint32_t id;

	for (unsigned i = 0; i < places; i++)
		hash = mix(hash, (uint64_t)place[i].code << 32 | place[i].line);
	id = number(hash, &is_new);
	if (is_new)
		record(t, trace, id, place, places);
	errno = saved;
	return id;
}

/*
 * The stack of the call that this thread is in, which returns to pc: its number
 * as the upper bits of a record's pc; 0 if it gets none. A call made by a signal
 * handler during this gets none, nor does a call that the program itself makes by
 * an MPI_ name, unless the user asks for that or the program has wrappers of its own.
 */
__attribute__((noinline)) uint64_t gm_stack(
	struct gm_thread *t, const void *pc, const void *sp, int past)
{
	struct way way = {.pc = (uintptr_t)pc, .sp = (uintptr_t)sp};
	const struct trace *trace;
	struct gm_traces *all;
	uint64_t id;

	t->stack = 0;
	if (!past && !all_calls && gm_is_own((uintptr_t)pc))
		return 0;
	if (!unwinder.backtrace || t->tracing || !traces_of(t))
		return 0;
	t->tracing = 1;
	all = t->traces;
	trace = known(all, &way);
	if (!GM_LIKELY(trace != NULL))
		trace = unwind(t, all, &way);
	id = trace->python ? with_python(t, trace) : trace->id;
	t->tracing = 0;
	return id << GM_STACK_SHIFT;
}

/* A walk up the stack, into an array. */
struct above {
	uintptr_t pc, *frame;
	int n, most, own, found;
};

static _Unwind_Reason_Code climb(struct _Unwind_Context *context, void *arg)
{
	struct above *a = arg;
	const uintptr_t ip = unwinder.ip(context);

	if (!a->found) {
		a->found = ip == a->pc;
		return a->found || ++a->own < OWN ? _URC_NO_REASON : _URC_END_OF_STACK;
	}
	if (!ip || !gm_of_program(ip))
		return _URC_END_OF_STACK;
	a->frame[a->n++] = ip;
	return a->n < a->most ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* A walk up the stack, out of a library. */
struct way_out {
	const struct gm_text *library;
	uintptr_t pc, at;
	int own, found;
};

static _Unwind_Reason_Code leave(struct _Unwind_Context *context, void *arg)
{
	struct way_out *w = arg;
	const uintptr_t ip = unwinder.ip(context);

	if (!w->found) {
		w->found = ip == w->pc;
		return w->found || ++w->own < OWN ? _URC_NO_REASON : _URC_END_OF_STACK;
	}
	if (gm_in_text(w->library, ip))
		return _URC_NO_REASON;
	w->at = ip;
	return _URC_END_OF_STACK;
}

/*
 * The place in the program that has called the library, in which a call by this thread returns to
 * pc; 0: something else has called the library. Nothing is recorded.
 */
GM_COLD uintptr_t gm_stack_out_of(
	struct gm_thread *t, const void *pc, const struct gm_text *library)
{
	struct way_out w = {.pc = (uintptr_t)pc, .library = library};
	const int saved = errno;
	int whole, cancel;

	if (!unwinder.backtrace || t->escape || t->tracing)
		return 0;
	t->tracing = 1;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	whole = backtrace(t, leave, &w);
	pthread_setcancelstate(cancel, NULL);
	t->tracing = 0;
	errno = saved;
	return whole && gm_is_own(w.at) ? w.at : 0;
}

/*
 * The return addresses in the program above a call that is not MPI's and returns to pc, in the
 * program: at most as many as a trace has. Nothing is recorded.
 */
GM_COLD int gm_stack_above(struct gm_thread *t, const void *pc, uintptr_t *frame, int most)
{
	struct above a = {.pc = (uintptr_t)pc, .frame = frame, .most = most < DEPTH ? most : DEPTH};
	const int saved = errno;
	int cancel;

	if (!t || !unwinder.backtrace || t->escape || t->tracing || !gm_is_own(a.pc))
		return 0;
	t->tracing = 1;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (!backtrace(t, climb, &a))
		a.n = 0;
	pthread_setcancelstate(cancel, NULL);
	t->tracing = 0;
	errno = saved;
	return a.n;
}

/* The stack with these return addresses above pc, as the upper bits of a record's pc; 0: none. */
GM_COLD uint64_t gm_stack_of(struct gm_thread *t, const void *pc, const uintptr_t *frame, int n)
{
	struct trace trace = {.way = {.pc = (uintptr_t)pc}, .depth = (uint32_t)n};
	int is_new = 0;
	uint64_t id;

	if (!n)
		return 0;
	trace.hash = mix(0, trace.way.pc);
	for (int i = 0; i < n; i++) {
		trace.frame[i].address = frame[i];
		trace.hash = mix(trace.hash, frame[i]);
	}
	id = number(trace.hash, &is_new);
	if (is_new)
		record(t, &trace, (uint32_t)id, NULL, 0);
	return id << GM_STACK_SHIFT;
}
