/* The allocations of CUDA and HIP that the program has (allocations.c). */
#ifndef GG_ALLOCATIONS_H
#define GG_ALLOCATIONS_H

#include <stdint.h>

enum gg_kind { GG_PAGEABLE, GG_PINNED, GG_MANAGED, GG_DEVICE };

/* Where memory of the device comes from: mapped memory may consist of parts, one behind the
 * other. */
enum gg_origin { GG_ALLOCATED, GG_MAPPED, GG_GLOBAL };

struct gg_allocation {
	uint64_t lo, hi;
	enum gg_kind kind;
	int outside; /* something else than recorded work may have stored there */
	enum gg_origin origin;
};

void gg_allocated(uint64_t at, uint64_t size, enum gg_kind kind, int outside);
uint64_t gg_freed(uint64_t at);
void gg_shared(uint64_t at);
void gg_mapped(uint64_t at, uint64_t size);
void gg_unmapped(uint64_t at, uint64_t size);
void gg_global(uint64_t at, uint64_t size);
void gg_globals_forget(void);
int gg_find(uint64_t at, struct gg_allocation *in);

#endif
