/*
 * The first word of a record and the kinds of records other than calls
 * (package event).
 */
#ifndef GM_RECORD_H
#define GM_RECORD_H

#include <stdint.h>

/* The phases of a record (event.Phase). */
enum { GM_ONCE = 0, GM_ENTER = 1, GM_LEAVE = 2 };

/* Kinds of records that are not calls. */
enum {
	GM_KIND_PAD = 1024,
	GM_KIND_BLOB = 1025,
	GM_KIND_PREDEF = 1026,
	GM_KIND_THREAD = 1027,
	GM_KIND_PROBE = 1028,
	GM_KIND_END = 1030,
	GM_KIND_STRAY = 1031,
	GM_KIND_BINDING = 1032,
	GM_KIND_STACK = 1033,
	GM_KIND_PYTHON = 1034,
	GM_KIND_POLLS = 1035,
	GM_KIND_ACCESS = 1036,
	GM_KIND_ACCESS_BITS = 1037,
	GM_KIND_MEMORY = 1038,
	GM_KIND_VALUE = 1039,
	GM_KIND_FETCHED = 1040,
	GM_KIND_CHANGED = 1041,
	GM_KIND_SEGMENT = 1042,
	GM_KIND_GPU = 1043,
	GM_KIND_GPU_MEMORY = 1044,
	GM_KIND_GPU_NAME = 1045,
	GM_KIND_CODE = 1046,
	GM_KIND_CREATED = 1047,
};

/* The state of memory in a record (event.MemoryState). */
enum {
	GM_MEMORY_BEYOND = 1,
	GM_MEMORY_FREED = 2,
	GM_MEMORY_GIVEN_BACK = 3,
	GM_MEMORY_RETURNED = 4,
	GM_MEMORY_NONE = 5,
	GM_MEMORY_DEVICE = 6,
	GM_MEMORY_BEHIND = 7,
	GM_MEMORY_BEFORE = 8,
	GM_MEMORY_ELSEWHERE = 9,
	GM_MEMORY_LARGER = 10
};

/* Whose machine code a record has (machine.Machine). */
enum { GM_CODE_X86_64 = 1 };

enum { GM_KINDS = 1024 }; /* the kinds of calls are below this */

/* The first word of a record, without nslots and seq. */
#define GM_META(kind, phase, large, words) \
	((uint64_t)(kind) | (uint64_t)((phase) | (large) << 2 | (words) << 3) << 16)

#endif
