/*
 * A GCC plugin that puts a test before each load and store (../access.h).
 *
 *     access.cc    which bytes a statement reads and writes
 *     builtins.cc  the same for memcpy, strings, atomic operations, asm, masked vectors
 *     lanes.cc     which lanes of a loaded vector are used at all
 *     loops.cc     accesses of a loop that are known before it begins
 *     merge.cc     merges adjacent accesses
 *     emit.cc      the inline test and the calls
 *     guard.cc     keeps the optimizer from reading memory that the program does not read
 *     declared.cc  which types the program has declared for the buffers it passes to MPI
 *     note.cc      says in the object how it was compiled
 *     plugin.cc    when which pass runs
 */
#ifndef GOMARMOT_PASS_H
#define GOMARMOT_PASS_H

#include "headers.h"

namespace gomarmot
{

enum kind { READ = 1, WRITE = 2, UPDATE = READ | WRITE };

/* An access of a statement to memory. Size bytes at address + offset, where size is constant: else
 * size is 0 and the number of bytes is in length. */
struct access {
	gimple *statement;
	kind what;
	tree address;
	/* The reference whose address it is, if known. */
	tree reference = NULL_TREE;
	HOST_WIDE_INT offset = 0;
	HOST_WIDE_INT size = 0;
	tree length = NULL_TREE;
	/* The known alignment of the address, in bytes. */
	unsigned align = 1;
	/* May be moved before the loop, or to a neighbor. */
	bool movable = false;
	/* The statement is a call that stores before it returns. */
	bool after = false;

	/* The mask of a masked vector: only the lanes that it sets are accessed. */
	tree mask = NULL_TREE;
	HOST_WIDE_INT lane = 0;
	/* The indices of a gather or scatter: lane i is at address + index[i] * scale. */
	tree index = NULL_TREE;
	HOST_WIDE_INT scale = 0;
	unsigned lanes = 0;
};

/* An atomic operation: a call, no test. */
struct atomic {
	gimple *statement;
	tree address, size;
	bool writes;
};

struct found {
	auto_vec<access> accesses;
	auto_vec<atomic> atomics;
	auto_vec<gimple *> fences;
};

/* access.cc */
/* Holds, while it lives, the state of the function that is_watched needs. */
struct watching {
	explicit watching(function *);
	~watching();
	watching(const watching &) = delete;
	hash_set<tree> addressed;
};
void find_accesses(function *, found *);
bool add_reference(found *, gimple *, tree reference, kind, bool after = false);
bool is_release(gimple *);
bool is_fence(gimple *);
bool is_watched(tree reference);
bool is_watched_pointer(tree pointer);

/* builtins.cc */
void find_in_call(gcall *, found *);
bool is_atomic(gcall *);
bool is_fence_call(gcall *);

/* lanes.cc: bit i is set if lane i is used. */
unsigned HOST_WIDE_INT lanes_used(tree vector);
unsigned lane_count(tree vector_type);

/* loops.cc, merge.cc: accesses that they handle leave the list. */
unsigned hoist(function *, found *);
void merge(found *);

/* emit.cc */
void emit_access(const access &);
void emit_atomic(const atomic &);
void emit_fence(gimple *);
void emit_range(class loop *, location_t, kind, tree address, tree size, tree step, tree count);
gimple *place_before(class loop *, location_t);

/* guard.cc */
void guard(function *);
void unguard(function *);

/* note.cc */
void write_note(const char *version);
void print_string(FILE *, const char *);

/* declared.cc */
void find_declared(function *);
void write_declared();
} // namespace gomarmot
#endif
