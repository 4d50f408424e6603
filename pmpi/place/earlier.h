/* Earlier logs where a log is to go, and the mark of a log directory (earlier.c). */
#ifndef GM_EARLIER_H
#define GM_EARLIER_H

#include <stddef.h>
#include <stdint.h>

#include "jobid.h"

#pragma GCC visibility push(hidden)

enum gm_found {
	GM_NOTHING,
	GM_MINE,    /* the directory of this job */
	GM_OLD,     /* an earlier run's log, which may be moved */
	GM_IN_USE,  /* the log of a job that is still running */
	GM_FOREIGN, /* not a gomarmot log, or another user's */
};

/* The mark of a log directory. */
struct gm_mark {
	uint64_t run_id;
	uint32_t rank; /* that created the directory */
	char job[GM_JOB];
	uint64_t made; /* ns on the file system's clock */
};

enum gm_found gm_look(const char *log, const char *dir, const char *job);
int gm_is_sibling(const char *log, const char *dir);
int gm_open_run_log(const char *path);
int gm_rotate(const char *log, const char *dir);
int gm_rename_new(const char *from, const char *to);
void gm_mark_path(char *path, size_t size, const char *dir);
int gm_mark(const char *dir, const char *text);
int gm_hold(const char *dir, struct gm_mark *m);
void gm_let_go(void);

#pragma GCC visibility pop

#endif
