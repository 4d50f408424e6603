/* Where Python code is (python.c). */
#ifndef GM_PYTHON_H
#define GM_PYTHON_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { GM_PYTHON_DEPTH = 8 }; /* Python functions that a stack holds */

struct gm_thread;

struct gm_python_place {
	uint32_t code, line;
};

const void *gm_python_setup(void);
unsigned gm_python_places(struct gm_thread *t, const void *pc, struct gm_python_place *out);

#pragma GCC visibility pop

#endif
