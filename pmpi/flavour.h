/* Which MPI this is: its handles and predefined objects (flavour.c). */
#ifndef GM_FLAVOUR_H
#define GM_FLAVOUR_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

extern uint64_t gm_handle_mask; /* 0xffffffff where handles are ints */

int gm_flavour_detect(void);
uintptr_t gm_predef(unsigned id);
const char *gm_flavour_name(void);
const char *gm_library_version(void);
int gm_is_null(int object_class, uint64_t handle);
void gm_record_predefs(struct gm_thread *t, int metrics);
int gm_probe(int object_class, uint64_t handle);

#pragma GCC visibility pop

#endif
