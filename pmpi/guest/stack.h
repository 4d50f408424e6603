/* The stacks of calls that come out of a library (stack.c). */
#ifndef GM_STACK_H
#define GM_STACK_H

#include <signal.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { GM_STACK_SHIFT = 48 }; /* where a stack's number begins in a record's pc */

struct gm_text;
struct gm_thread;

void gm_stack_setup(void);
uint64_t gm_stack(struct gm_thread *t, const void *pc, const void *sp, int past);
uintptr_t gm_stack_base(struct gm_thread *t);
int gm_stack_above(struct gm_thread *t, const void *pc, uintptr_t *frame, int most);
uint64_t gm_stack_of(struct gm_thread *t, const void *pc, const uintptr_t *frame, int n);
uintptr_t gm_stack_out_of(struct gm_thread *t, const void *pc, const struct gm_text *library);
void gm_stack_release(struct gm_thread *t);
void gm_stack_fault(const struct gm_thread *t, const void *pc, const sigset_t *mask);

#pragma GCC visibility pop

#endif
