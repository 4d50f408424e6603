/* The accesses of a place beyond its series: bitmaps (bitmap.c). */
#ifndef GA_BITMAP_H
#define GA_BITMAP_H

#include <stddef.h>
#include <stdint.h>

#include "bridge.h"
#include "log.h"

#pragma GCC visibility push(hidden)

void ga_scatter(struct ga_log *log, uintptr_t site_key, uintptr_t lo, uintptr_t hi);
void ga_forget_blocks(struct ga_log *log);
void ga_hand_over_bits(const struct ga_log *log, size_t i, const struct gomarmot_sink *sink);
void ga_rearm_part(uint32_t kind, uintptr_t lo, uintptr_t hi);
void ga_rearm_blocks(struct ga_log *log);
uintptr_t ga_pc_of_block(const struct ga_log *log, size_t i);

#pragma GCC visibility pop

#endif
