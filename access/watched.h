/* Window memory (watched.c). */
#ifndef GA_WATCHED_H
#define GA_WATCHED_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

void ga_watch(const void *at, size_t size);
void ga_unwatch(const void *at, size_t size);
void ga_arm(const void *at, size_t size, uint32_t kinds);
void ga_disarm(const void *at, size_t size);
void ga_windows_lock(void);
void ga_windows_unlock(void);
void ga_rearm(uint8_t *table, uintptr_t lo, uintptr_t hi);

#pragma GCC visibility pop

#endif
