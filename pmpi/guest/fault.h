/* The handler of faults (fault.c). */
#ifndef GM_FAULT_H
#define GM_FAULT_H

#include "../base/core_abi.h"

#pragma GCC visibility push(hidden)

void gm_fault_drain(void);
void gm_fault_install(gm_core_handler_of_fn *go_handler);
void gm_fault_remove(void);
void gm_fault_again(void (*struck)(int sig));
int gm_fault_aside(int sig);
void gm_fault_back(int sig);

#pragma GCC visibility pop

#endif
