/* The records of the predefined handles (predefs.c). */
#ifndef GM_PREDEFS_H
#define GM_PREDEFS_H

#pragma GCC visibility push(hidden)

struct gm_thread;

int gm_predefs_may_fail(void);
void gm_record_predefs(struct gm_thread *t);

#pragma GCC visibility pop

#endif
