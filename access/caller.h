/* Who calls a function of the C library (caller.c). */
#ifndef GA_CALLER_H
#define GA_CALLER_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

uintptr_t ga_caller(uintptr_t pc);
void ga_caller_modules(void);
void ga_caller_setup(void);

#pragma GCC visibility pop

#endif
