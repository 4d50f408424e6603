/* The end of the last thread (last.c). */
#ifndef GM_LAST_H
#define GM_LAST_H

#pragma GCC visibility push(hidden)

/* Of the checker's threads. */
#define GM_THREAD_NAME "gomarmot"

void gm_last_thread(void);

#pragma GCC visibility pop

#endif
