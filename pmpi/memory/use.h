/* How an operation uses a buffer, and until when. The wrappers tell it; table.h keeps it. */
#ifndef GM_USE_H
#define GM_USE_H

#include <stdint.h>

#include "../library/zz_predef.h"

#pragma GCC visibility push(hidden)

/*
 * How an operation uses its buffer, which decides what the program must not do meanwhile. To the
 * partitions of a GM_SENT_IN_PARTS buffer that are not ready, the program may store. A GM_ARRAY of
 * counts is only read, as sent data is. It has no digest, unless the operation is persistent: then
 * the digest is that of the array when the request was created.
 */
enum gm_use { GM_SENT, GM_SENT_IN_PARTS, GM_ARRAY, GM_FILLED };

/*
 * The end of the use of a buffer: a request, the synchronization of a window, the end call on a
 * file, or the return of its own call.
 */
struct gm_until {
	int object_class;
	int64_t handle;
	int64_t target; /* of an operation on a window */
	int persistent; /* the use begins each time that the request is started */
	int64_t parts;  /* of a partitioned operation: its partitions */
	uint32_t call;  /* tells operations with the same handle apart: MPICH has such */
};

/*
 * Ends of uses beside classes of objects: the call has returned; the buffer for buffered sends is
 * detached; the program, which has given up its request, learns in another way that the operation
 * is complete.
 */
enum { GM_UNTIL_RETURN = GM_CLASS_COUNT, GM_UNTIL_DETACHED, GM_UNTIL_TOLD };

#pragma GCC visibility pop

#endif
