/* Requests that the program holds while the library works on others (standin.c). */
#ifndef GM_STANDIN_H
#define GM_STANDIN_H

#include <stdint.h>
#include <sys/queue.h>

#pragma GCC visibility push(hidden)

/* The state of the library's request. */
enum gm_standin_state {
	GM_STANDIN_NONE, /* the operation has not begun */
	GM_STANDIN_ACTIVE,
	GM_STANDIN_FAILED, /* the operation could not begin */
};

/* A request of the program, and the library's request that stands behind it. */
struct gm_standin {
	LIST_ENTRY(gm_standin) others;
	int64_t program;
	uint64_t library; /* where the state is GM_STANDIN_ACTIVE */
	enum gm_standin_state state;
	int again; /* the program's request is persistent: it stays when the operation is complete
		    */
	/* Begins the operation, which a call is about to complete; NULL: it begins elsewhere. */
	int (*begin)(struct gm_standin *s);
	/* Frees s and the memory that it owns. */
	void (*forget)(struct gm_standin *s);
};

void gm_standin_setup(void);
int gm_standin_open(struct gm_standin *s, void *request);
void gm_standin_keep(struct gm_standin *s);
struct gm_standin *gm_standin_of(int64_t program);
void gm_standin_each(void (*f)(struct gm_standin *s, const void *arg), const void *arg);
void gm_standin_begun(struct gm_standin *s, int rc, uint64_t library);

#pragma GCC visibility pop

#endif
