/* Which MPI functions loaded objects define and import (symbols.c). */
#ifndef GM_SYMBOLS_H
#define GM_SYMBOLS_H

#include <stdint.h>

#include "../base/zz_wrappers.h"

#pragma GCC visibility push(hidden)

/* Flags: how an object is related to a function. */
enum { GM_DEFINES = 1, GM_IMPORTS_PMPI = 2, GM_DEFINES_PMPI = 4 };

struct gm_object {
	uint8_t has[GM_FUNCTIONS];
	int looks_up; /* it imports dlsym */
	int shifts;   /* it imports any name with PMPI_ */
};

struct dl_phdr_info;

const char *gm_mpi_name(unsigned fn);
int gm_function_of(const char *name);
void gm_look_at(struct gm_object *o, const struct dl_phdr_info *info);
void gm_unwrapped(
	const struct dl_phdr_info *info, void (*take)(void *arg, const char *name), void *arg);
int gm_is_tool(const struct dl_phdr_info *info);
int gm_defines_mpi(const struct dl_phdr_info *info);
int gm_is_same(const char *a, const char *b);
const void *gm_dynamic(const struct dl_phdr_info *info);
void *gm_defined(uintptr_t base, const void *dynamic, const char *name);

#pragma GCC visibility pop

#endif
