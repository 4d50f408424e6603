/* MPI libraries beneath the library that the program calls (trampoline.c). */
#ifndef GM_TRAMPOLINE_H
#define GM_TRAMPOLINE_H

#pragma GCC visibility push(hidden)

const char *gm_beneath(const void *called);

#pragma GCC visibility pop

#endif
