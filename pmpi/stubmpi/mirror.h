/*
 * A libmpi that shows how a wrapper changes a call: it keeps the words that
 * arrive in a chosen call, and answers with words that no other code would write.
 * All other calls go to the stub library.
 */
#ifndef MIRROR_H
#define MIRROR_H

#include <stdint.h>

enum {
	MIRROR_ARGS = 13,
	MIRROR_ELEMENTS = 2,           /* of an array */
	MIRROR_UNDEFINED = 0x7ffffff0, /* a count that a failed call leaves undefined */
};

/* How an argument is passed, its direction, and the type at its address. */
enum mirror_shape { POINTER, HANDLE, INT, LONG };
enum mirror_direction { IN, OUT, INOUT };
enum mirror_element { BYTES, INTS, LONGS, HANDLES, ADDRESS, STRING };

/*
 * How the wrapper uses a value: it reads that many elements, or branches, or
 * passes room of its own where the program ignores a status.
 */
enum mirror_role { PLAIN, LENGTH, OUTCOUNT, FLAG, STATUS };

/* MPI_STATUS_IGNORE of the MPI whose handles are used. */
#ifdef MIRROR_OPENMPI
#define MIRROR_IGNORE 0
#else
#define MIRROR_IGNORE 1
#endif

struct mirror_arg {
	unsigned char shape, direction, element, role;
};

struct mirror_fn {
	const char *name; /* PMPI_... */
	int wrapped;
	unsigned args;
	struct mirror_arg arg[MIRROR_ARGS];
};

extern const struct mirror_fn mirror_fns[];
extern const unsigned mirror_fn_count;

/* The call that is watched, and its result. */
struct mirror {
	int fn;       /* index into mirror_fns; -1: none */
	int flag;     /* the value of a FLAG */
	int rc, err;  /* returned, and left in errno */
	int handles8; /* 1: handles are addresses */
	/* filled by the call */
	int count;
	uint64_t word[MIRROR_ARGS];
	int err_before;
};
extern struct mirror mirror;

int mirror_call(unsigned fn, const uint64_t *words);
/* Writes the answer of argument i to memory. */
void mirror_answer(const struct mirror_fn *fn, unsigned i, void *memory);

/* A function called with more words than it has arguments. */
typedef int mirror_any(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
	uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
#define MIRROR_APPLY(f, w)                                                                  \
	(f)((w)[0], (w)[1], (w)[2], (w)[3], (w)[4], (w)[5], (w)[6], (w)[7], (w)[8], (w)[9], \
		(w)[10], (w)[11], (w)[12])

/* MPI_x is a weak alias of PMPI_x, as in a real library. */
#define MIRROR(name, index, params, ...)                                    \
	int P##name params;                                                 \
	int name params __attribute__((weak, alias("P" #name)));            \
	int P##name params                                                  \
	{                                                                   \
		return mirror_call(index, (const uint64_t[]){__VA_ARGS__}); \
	}

#endif
