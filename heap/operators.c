/*
 * The operators new and delete of C++, by their mangled names. The operators of the C++ library
 * call malloc and free; other allocators have their own operators. They are watched so that these
 * blocks are known, and so that the program counts as the caller that frees a block, not the C++
 * library.
 *
 * Parameters, such as sizes, alignments and references, are passed on as words.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#include "real.h"
#include "table.h"

#define EXPORT __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

typedef uintptr_t word;
typedef void *(*operator_new)(word size, word second, word third);
typedef void (*operator_delete)(void *block, word second, word third);

/* An operator, looked up at its first call: only programs in C++ have it. */
static void *find(const char *name)
{
	static const char *const libraries[] = {"libstdc++.so.6", "libc++.so.1"};
	void *found = dlsym(RTLD_NEXT, name);

	/* A C program may have loaded the C++ library with local scope, as Python does for its
	 * modules. */
	for (unsigned i = 0; !found && i < sizeof libraries / sizeof *libraries; i++) {
		void *const library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);

		if (library) {
			found = dlsym(library, name);
			dlclose(library); /* the program keeps the library loaded */
		}
	}
	return found;
}

static void *next(void **known, const char *name)
{
	void *found = __atomic_load_n(known, __ATOMIC_RELAXED);

	if (!GH_LIKELY(found != NULL)) {
		found = find(name);
		__atomic_store_n(known, found, __ATOMIC_RELAXED);
	}
	return found;
}

static void *create(void **known, const char *name, word size, word second, word third)
{
	const operator_new new = (operator_new)next(known, name);
	void *const block = new ? new (size, second, third) : malloc(size ? size : 1);

	if (GH_LIKELY(block != NULL) && !gh_is_early(block))
		gh_live(block, size);
	return block;
}

static void destroy(
	void **known, const char *name, void *block, word second, word third, const void *pc)
{
	operator_delete delete;

	if (!block || gh_is_early(block))
		return;
	gh_dead(block, pc);
	delete = (operator_delete)next(known, name);
	if (delete)
		delete (block, second, third);
	else
		free(block);
}

#define NEW(symbol)                                                  \
	EXPORT void *symbol(word size, word second, word third);     \
	EXPORT void *symbol(word size, word second, word third)      \
	{                                                            \
		static void *known;                                  \
                                                                     \
		return create(&known, #symbol, size, second, third); \
	}

#define DELETE(symbol)                                                  \
	EXPORT void symbol(void *block, word second, word third);       \
	EXPORT void symbol(void *block, word second, word third)        \
	{                                                               \
		static void *known;                                     \
                                                                        \
		destroy(&known, #symbol, block, second, third, CALLER); \
	}

/* new T, new T[n]; then with std::nothrow, with an alignment, and with both. */
NEW(_Znwm)
NEW(_Znam)
NEW(_ZnwmRKSt9nothrow_t)
NEW(_ZnamRKSt9nothrow_t)
NEW(_ZnwmSt11align_val_t)
NEW(_ZnamSt11align_val_t)
NEW(_ZnwmSt11align_val_tRKSt9nothrow_t)
NEW(_ZnamSt11align_val_tRKSt9nothrow_t)

/* The same for delete, and with the size. */
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvm)
DELETE(_ZdaPvm)
DELETE(_ZdlPvRKSt9nothrow_t)
DELETE(_ZdaPvRKSt9nothrow_t)
DELETE(_ZdlPvSt11align_val_t)
DELETE(_ZdaPvSt11align_val_t)
DELETE(_ZdlPvmSt11align_val_t)
DELETE(_ZdaPvmSt11align_val_t)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t)
