/*
 * What an operation does with a buffer, and until when. The wrappers say so; table.h keeps it.
 */
#ifndef GM_USE_H
#define GM_USE_H

#include <stdint.h>

#include "../library/zz_predef.h"

#pragma GCC visibility push(hidden)

/*
 * What an operation does with its buffer: of interest is what must not happen to it meanwhile. Of
 * what is sent in parts the program may store to those that are not ready. An array of counts is
 * read as what is sent is, but has no digest.
 */
enum gm_use { GM_SENT, GM_SENT_IN_PARTS, GM_ARRAY, GM_FILLED };

/* What ends the use of a buffer: a request, the synchronization of a window, the end call on a
 * file, the return of its own call. */
struct gm_until {
	int object_class;
	int64_t handle;
	int64_t target; /* of an operation on a window */
	int persistent; /* it begins when the request is started, as often as that happens */
	int64_t parts;  /* of a partitioned operation: its partitions */
	uint32_t call;  /* tells operations with the same handle apart: MPICH has such */
};

/* What a buffer is used until, beside classes of objects: its call has returned; the buffer for
 * buffered sends is detached; the program, which has given up its request, is told in another way
 * that the operation is complete. */
enum { GM_UNTIL_RETURN = GM_CLASS_COUNT, GM_UNTIL_DETACHED, GM_UNTIL_TOLD };

#pragma GCC visibility pop

#endif
