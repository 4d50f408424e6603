/*
 * The memory that libgomarmot.so (plain C, in the application) and libgomarmot-core.so
 * (Go, loaded by MPI_Init) share. Both are built from the same source tree and
 * installed together; GM_ABI guards against a mixed installation.
 */
#ifndef GM_CORE_ABI_H
#define GM_CORE_ABI_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

enum {
	GM_ABI = 7,
	GM_SLOT = 64,          /* bytes of a ring slot */
	GM_RING_HEADER = 4096, /* bytes before the first slot */
	GM_RING_VERSION = 6,
	GM_MAX_RECORD = 255,    /* slots a record holds */
	GM_MAX_THREADS = 65535, /* with rings at once; the last index means no thread */
};

#define GM_RING_MAGIC 0x3130474e49524d47ull /* "GMRING01", little-endian */

/*
 * The head of a ring. The application's thread owns everything but tail,
 * which the drain writes. Offsets are part of the file format.
 */
struct gm_ring {
	uint64_t magic;
	uint32_t version;
	uint32_t slots;
	uint32_t rank;
	uint32_t thread;
	uint32_t pid;
	uint32_t tid;
	uint8_t fill0[32];
	/* 64: one cache line, written by the thread, read by the drain */
	uint64_t head;    /* slots published */
	uint64_t reserve; /* head, or the head after the record being written */
	uint64_t now;     /* low half: kind, 0: in no MPI call; high half: seq */
	uint64_t now_pc;
	uint64_t now_count; /* calls entered so far */
	uint64_t lost;
	uint8_t fill1[16];
	/* 128: written by the drain */
	uint64_t tail;  /* slots consumed and durable */
	uint64_t alive; /* counter when the drain last looked */
	uint64_t since; /* counter when it first saw the thread in this call */
	uint64_t began; /* counter when it last saw that a call had begun; 0: unknown */
	uint8_t fill2[32];
	/* 192 */
	uint32_t state;
	uint32_t signal; /* fatal signal that hit the thread, such as SIGSEGV; 0: none */
	uint64_t struck; /* counter at that time */
	uint64_t fault;  /* the address whose access has caused it, + 1; 0: unknown */
	uint64_t place;  /* the instruction of the program's own code that did; 0: other code */
	uint8_t fill3[GM_RING_HEADER - 224];
};

_Static_assert(sizeof(struct gm_ring) == GM_RING_HEADER, "ring header");
_Static_assert(offsetof(struct gm_ring, head) == 64, "ring header");
_Static_assert(offsetof(struct gm_ring, now) == 80, "ring header");
_Static_assert(offsetof(struct gm_ring, tail) == 128, "ring header");
_Static_assert(offsetof(struct gm_ring, state) == 192, "ring header");
_Static_assert(offsetof(struct gm_ring, struck) == 200, "ring header");
_Static_assert(offsetof(struct gm_ring, fault) == 208, "ring header");
_Static_assert(offsetof(struct gm_ring, place) == 216, "ring header");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "records are little-endian");

/* In gm_ring.fault: the access is known to have been a write. */
#define GM_FAULT_WRITE (1ull << 63)

/* The state of a ring: its thread runs, has ended, or nothing drains it any more. */
enum { GM_RING_ACTIVE = 1, GM_RING_ENDED = 2, GM_RING_OFF = 3 };

/* Whether wrappers record. Every wrapper reads this word. */
enum {
	GM_OFF = 0, /* before MPI_Init, after MPI_Finalize, switched off */
	GM_ON = 1,
	GM_DOZE = 2, /* like GM_ON, but the next call wakes the drain first */
};

/* The state of the core. */
enum {
	GM_CORE_STARTING = 0,
	GM_CORE_RUNS = 1,
	GM_CORE_FAILED = 2,  /* it could not start */
	GM_CORE_DEAD = 3,    /* a fault that it cannot recover from */
	GM_CORE_CLOSING = 4, /* an internal error: it closes its files */
	GM_CORE_CLOSED = 5,  /* ... and has closed them */
};

/* Why a thread asks for a flush. */
enum {
	GM_FLUSH = 0,     /* make everything durable */
	GM_FINALIZED = 1, /* the same values as event.EndReason */
	GM_EXIT = 2,
	GM_ABORT = 3,
};

/*
 * The words through which the application's threads and the drain communicate.
 * All are accessed atomically.
 */
struct gm_control {
	uint32_t state;      /* GM_OFF, GM_ON, GM_DOZE */
	uint32_t wake;       /* futex: how often the drain has been woken */
	uint32_t sleeping;   /* 1 while the drain waits on wake */
	uint32_t want;       /* flushes that threads have asked for */
	uint32_t reason;     /* of the last flush asked for */
	uint32_t done;       /* futex: flushes done */
	uint32_t ready;      /* futex: GM_CORE_* */
	uint32_t unrecorded; /* calls by threads that got no ring */
	uint32_t rings;      /* created so far */
};

struct gm_thread;

/* A ring, as the drain sees it. */
struct gm_thread_info {
	struct gm_ring *ring;
	uint8_t *slots;
	uint32_t mask;    /* slots - 1 */
	uint32_t on_disk; /* 1: the ring is a file */
};

/* Handed to gm_core_main. The application's side owns it; it never moves. */
struct gm_boot {
	uint32_t abi;
	uint32_t rank;
	uint32_t size;
	uint32_t leader;       /* 1: this rank writes the header of run.log */
	uint32_t sessions;     /* 1: started by MPI_Session_init */
	uint32_t thread_level; /* MPI_THREAD_*, as this MPI has it */
	uint32_t standard[2];  /* of MPI_Get_version */
	uint32_t watched;      /* the families that are recorded, bits of calls.Family */
	uint64_t run_id;
	int64_t tag_ub;           /* MPI_TAG_UB; 0: unknown */
	uint64_t start_ticks;     /* processor's counter and ... */
	uint64_t start_unix_nano; /* ... wall clock at the same moment */
	uint64_t ticks_per_second;
	const char *log_path; /* run.log; "" if nothing can be written */
	const char *dir_path; /* run.log.d; "" if nothing can be written */
	const char *flavour;
	const char *mpi_version;
	/*
	 * Lines "path TAB MPI_X TAB MPI_Y": the objects that take these calls, which
	 * gomarmot may not see. An empty path is the program.
	 */
	const char *unseen;
	struct gm_control *control;
	/* The info of the ring with index i, or NULL while there is none. */
	const struct gm_thread_info *(*thread)(uint32_t i);
	/* How many rings of ended threads no thread has needed since this was last called. */
	uint32_t (*idle)(void);
	/*
	 * Removes the ring of an ended thread if all of it has been read; 1 if it
	 * was removed. over: the file is removed in any case.
	 */
	int (*release)(uint32_t i, int over);
	/* Sleeps until woken or the time is over; while dozing, any call wakes. */
	void (*sleep)(uint32_t microseconds, int doze);
	/* Reports that the flushes up to this number are done. */
	void (*answer)(uint32_t done);
	/* Announces the state of the core: GM_CORE_*. */
	void (*become)(uint32_t what);
	/* Writes a whole line to the error stream. */
	void (*write_line)(const char *line, size_t length);
	/* The counter that times the records. */
	uint64_t (*ticks)(void);
};

/*
 * The functions that libgomarmot.so looks up in libgomarmot-core.so: gm_core_main drains;
 * gm_core_on_trouble registers a function to call, with a short reason, when
 * one of Go's threads cannot continue; gm_core_handler returns Go's handler of a
 * signal.
 */
typedef void gm_core_main_fn(struct gm_boot *boot);
typedef void gm_core_stop_fn(const char *why);
typedef void gm_core_on_trouble_fn(gm_core_stop_fn *stop);
typedef void gm_core_handler_fn(int sig, siginfo_t *info, void *context);
typedef gm_core_handler_fn *gm_core_handler_of_fn(int sig);

#endif
