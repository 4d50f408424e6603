/* Threads that the program creates although MPI allows one thread only (created.c). */
#ifndef GM_CREATED_H
#define GM_CREATED_H

#pragma GCC visibility push(hidden)

struct gm_thread;

void gm_created_watch(int single);
void gm_created_end(struct gm_thread *t);

#pragma GCC visibility pop

#endif
