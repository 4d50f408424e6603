/*
 * Functions of gfortran's library that store to their arguments, or load them: elements of READ
 * and WRITE, copies of array sections, random numbers, products of matrices. The library itself is
 * not compiled by gomarmot cc. The names are the compiler's; they have been the same since GCC 9.
 */
#include "libc.h"

#include "bridge.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum { RANKS = 15 };

/* An array as gfortran passes it. */
struct array {
	char *base;
	size_t offset;
	size_t element; /* bytes */
	int version;
	signed char rank, type;
	signed short attribute;
	ptrdiff_t span;
	struct {
		ptrdiff_t step, low, high; /* step: in elements */
	} along[RANKS];
};

/* The elements of all dimensions up to this dimension. */
static void section(
	const struct array *a, int dimension, char *at, size_t size, uintptr_t pc, uint32_t kind)
{
	const ptrdiff_t count =
		dimension < 0 ? 1 : a->along[dimension].high - a->along[dimension].low + 1;
	const ptrdiff_t step = dimension < 0 ? 0 : a->along[dimension].step * (ptrdiff_t)size;

	if (count <= 0)
		return;
	if (dimension < 0)
		ga_library_access(at, size, pc, kind);
	else if (dimension == 0 && step == (ptrdiff_t)size)
		ga_library_access(at, (size_t)count * size, pc, kind);
	else
		for (ptrdiff_t i = 0; i < count; i++)
			section(a, dimension - 1, at + i * step, size, pc, kind);
}

static void elements(const struct array *a, uintptr_t pc, uint32_t kind)
{
	if (a->base && a->rank >= 0 && a->rank <= RANKS)
		section(a, a->rank - 1, a->base, a->element, pc, kind);
}

/* Reading and writing. A kind is the size in bytes, except that real numbers of 80 bits, kind 10,
 * take 16. */

static size_t bytes(int kind)
{
	return kind == 10 ? 16 : (size_t)kind;
}

/* The thread is in a WRITE function, which calls the READ function. */
static __thread int writing __attribute__((tls_model("initial-exec")));

/* clang-format off: these are whole functions. */
#define TRANSFER(name, parameters, at, size, ...)                        \
	GA_EXPORT void _gfortran_transfer_##name parameters              \
	{                                                                \
		GA_REAL(_gfortran_transfer_##name)(__VA_ARGS__);         \
		if (!writing)                                            \
			ga_writes(at, size, GA_PC);                      \
	}                                                                \
	GA_EXPORT void _gfortran_transfer_##name##_write parameters      \
	{                                                                \
		ga_reads(at, size, GA_PC);                               \
		writing++;                                               \
		GA_REAL(_gfortran_transfer_##name##_write)(__VA_ARGS__); \
		writing--;                                               \
	}

TRANSFER(integer, (void *io, void *at, int kind), at, bytes(kind), io, at, kind)
TRANSFER(logical, (void *io, void *at, int kind), at, bytes(kind), io, at, kind)
TRANSFER(real, (void *io, void *at, int kind), at, bytes(kind), io, at, kind)
TRANSFER(real128, (void *io, void *at, int kind), at, bytes(kind), io, at, kind)
TRANSFER(complex, (void *io, void *at, int kind), at, 2 * bytes(kind), io, at, kind)
TRANSFER(complex128, (void *io, void *at, int kind), at, 2 * bytes(kind), io, at, kind)
TRANSFER(character, (void *io, void *at, size_t length), at, length, io, at, length)
TRANSFER(character_wide, (void *io, void *at, size_t length, int kind), at, length *bytes(kind), io,
	at, length, kind)
/* clang-format on */

GA_EXPORT void _gfortran_transfer_array(void *io, struct array *a, int kind, size_t length)
{
	GA_REAL(_gfortran_transfer_array)(io, a, kind, length);
	if (!writing)
		elements(a, GA_PC, GOMARMOT_WROTE);
}

GA_EXPORT void _gfortran_transfer_array_write(void *io, struct array *a, int kind, size_t length)
{
	elements(a, GA_PC, 0);
	writing++;
	GA_REAL(_gfortran_transfer_array_write)(io, a, kind, length);
	writing--;
}

/* A section that is passed where its elements must be side by side is copied, and back after the
 * call. A nonblocking call leaves the copy to its operation, which is pending when it is copied
 * back. */

static size_t size_of(const struct array *a)
{
	size_t size = a->element;

	for (int i = 0; i < a->rank && i < RANKS; i++) {
		const ptrdiff_t count = a->along[i].high - a->along[i].low + 1;

		size *= count > 0 ? (size_t)count : 0;
	}
	return size;
}

GA_EXPORT void *_gfortran_internal_pack(struct array *a)
{
	void *const packed = GA_REAL(_gfortran_internal_pack)(a);

	if (packed != a->base) {
		elements(a, GA_PC, 0);
		ga_writes(packed, size_of(a), GA_PC);
	}
	return packed;
}

GA_EXPORT void _gfortran_internal_unpack(struct array *a, const void *packed)
{
	if (packed && packed != a->base) {
		ga_reads(packed, size_of(a), GA_PC);
		elements(a, GA_PC, GOMARMOT_WROTE);
	}
	GA_REAL(_gfortran_internal_unpack)(a, packed);
}

/* Random numbers. */

/* clang-format off: these are whole functions. */
#define RANDOM(kind)                                              \
	GA_EXPORT void _gfortran_random_r##kind(void *at)         \
	{                                                         \
		GA_REAL(_gfortran_random_r##kind)(at);            \
		ga_writes(at, bytes(kind), GA_PC);                \
	}                                                         \
	GA_EXPORT void _gfortran_arandom_r##kind(struct array *a) \
	{                                                         \
		GA_REAL(_gfortran_arandom_r##kind)(a);            \
		elements(a, GA_PC, GOMARMOT_WROTE);               \
	}

RANDOM(4)
RANDOM(8)
RANDOM(10)
RANDOM(16)

/* Products of matrices that are too large to be computed in place. */
#define MATMUL(type)                                                                   \
	GA_EXPORT void _gfortran_matmul_##type(struct array *result, struct array *a,  \
		struct array *b, int try_blas, int limit, void *gemm)                  \
	{                                                                              \
		elements(a, GA_PC, 0);                                                 \
		elements(b, GA_PC, 0);                                                 \
		GA_REAL(_gfortran_matmul_##type)(result, a, b, try_blas, limit, gemm); \
		elements(result, GA_PC, GOMARMOT_WROTE);                               \
	}

MATMUL(i4)
MATMUL(i8)
MATMUL(r4)
MATMUL(r8)
MATMUL(c4)
MATMUL(c8)
/* clang-format on */
