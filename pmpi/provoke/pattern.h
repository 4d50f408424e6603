/* A pattern in the bytes that a datatype names (pattern.c). */
#ifndef GM_PATTERN_H
#define GM_PATTERN_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A buffer, and its contents before the pattern. */
struct gm_patterned {
	void *buf;
	intptr_t n;
	uintptr_t type; /* a copy of the program's, which the program may free; MPI_BYTE if dense */
	int dense;      /* the bytes lie side by side */
	int size;       /* bytes that the datatype names, in all */
	char *before;   /* these bytes */
	char *instead;  /* where an operation writes in place of buf; NULL: it writes to buf */
	char *room;     /* the memory around instead; NULL if that is before */
};

void gm_pattern_setup(void);
int gm_pattern(void *buf, intptr_t n, uintptr_t type);
int gm_pattern_open(struct gm_patterned *p, void *buf, intptr_t n, uintptr_t type);
int gm_pattern_fill(struct gm_patterned *p);
int gm_pattern_instead(struct gm_patterned *p);
void gm_put_back(struct gm_patterned *p, int64_t received);
void gm_pattern_forget(struct gm_patterned *p);

#pragma GCC visibility pop

#endif
