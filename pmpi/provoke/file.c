/*
 * Operations on files begin in the call that completes them: split collective operations in their
 * end call, as the standard allows, and nonblocking operations with an explicit offset when their
 * request is completed. The buffer of a split collective read holds a pattern until then; fill.c
 * fills the buffers of nonblocking reads.
 *
 * All ranks put off each split collective operation: a rank that began it at once might wait for
 * the others there.
 */
#include "file.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "../base/zz_wrappers.h"
#include "../detail/status.h"
#include "../library/args.h"
#include "install.h"
#include "pattern.h"
#include "plan.h"
#include "position.h"
#include "standin.h"

typedef int begin_fn(uintptr_t, void *, intptr_t, uintptr_t);
typedef int begin_at_fn(uintptr_t, int64_t, void *, intptr_t, uintptr_t);
typedef int end_fn(uintptr_t, void *, void *);
typedef int at_fn(uintptr_t, int64_t, void *, intptr_t, uintptr_t, void *);
typedef int dup_fn(uintptr_t, void *);
typedef int free_fn(void *);

static begin_fn *real_read_all[2], *real_read_ordered[2], *real_write_all[2],
	*real_write_ordered[2];
static begin_at_fn *real_read_at_all[2], *real_write_at_all[2];
static end_fn *real_read_all_end, *real_read_ordered_end, *real_read_at_all_end;
static end_fn *real_write_all_end, *real_write_ordered_end, *real_write_at_all_end;
static at_fn *real_iread_at[2], *real_iwrite_at[2];
static dup_fn *type_dup;
static free_fn *type_free;

/* An access that has not begun. */
struct access {
	uintptr_t file;
	int64_t offset;
	void *buf;
	intptr_t n;
	uintptr_t type; /* a copy of the program's, which the program may free */
};

/* A split collective operation that has not begun: exactly one of the functions begins it. */
struct split {
	LIST_ENTRY(split) others;
	begin_fn *begin;
	begin_at_fn *begin_at;
	end_fn *end; /* of that function */
	int moves;   /* it is to move the individual file pointer at once */
	struct access access;
	int filled; /* the buffer of a read holds the pattern */
	struct gm_patterned pattern;
};

/* A nonblocking operation that has not begun. */
struct nonblocking {
	struct gm_standin standin;
	at_fn *begin;
	struct access access;
};

static pthread_mutex_t lock =
	PTHREAD_MUTEX_INITIALIZER; /* keeps threads apart that change the list */
static LIST_HEAD(, split) all = LIST_HEAD_INITIALIZER(all);

/* Puts the operation off; 0 if it is to begin in the call that ends it. */
static int put_off(unsigned fn, const struct split *like, int is_read)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_FILE, fn);
	struct split *s = c ? malloc(sizeof *s) : NULL;

	if (!s)
		return -1;
	*s = *like;
	if (type_dup(like->access.type, &s->access.type)) {
		free(s);
		return -1;
	}
	if (s->moves &&
		gm_position_pass(s->access.file, s->access.n, s->access.type, &s->access.offset)) {
		type_free(&s->access.type);
		free(s);
		return -1;
	}
	if (is_read && !gm_pattern_open(&s->pattern, s->access.buf, s->access.n, s->access.type)) {
		s->filled = !gm_pattern_fill(&s->pattern);
		if (!s->filled)
			gm_pattern_forget(&s->pattern);
	}
	pthread_mutex_lock(&lock);
	LIST_INSERT_HEAD(&all, s, others);
	pthread_mutex_unlock(&lock);
	gm_forced(c);
	return 0;
}

/* The operation on the file that was put off, which is in the list no longer; NULL if there is
 * none.
 */
static struct split *taken(uintptr_t file)
{
	struct split *s;

	pthread_mutex_lock(&lock);
	LIST_FOREACH(s, &all, others)
	if (gm_handle(s->access.file) == gm_handle(file))
		break;
	if (s)
		LIST_REMOVE(s, others);
	pthread_mutex_unlock(&lock);
	return s;
}

/* Begins and ends the operation, if it was put off. */
static int end(end_fn *real, uintptr_t file, void *buf, void *status)
{
	struct gm_status own;
	struct split *s = taken(file);
	void *const at = s ? gm_status_or(status, &own) : status;
	int rc = 0;

	if (s) {
		const struct access *a = &s->access;

		rc = s->begin ? s->begin(a->file, a->buf, a->n, a->type)
			      : s->begin_at(a->file, a->offset, a->buf, a->n, a->type);
	}
	if (!rc)
		rc = (s ? s->end : real)(file, buf, at);
	if (s && s->filled) {
		gm_put_back(&s->pattern, rc ? 0 : gm_status_bytes(at, 1));
		gm_pattern_forget(&s->pattern);
	}
	if (s)
		type_free(&s->access.type);
	free(s);
	return rc;
}

#define SPLIT(name, is_read)                                                                       \
	static int name(int large, uintptr_t file, void *buf, intptr_t n, uintptr_t type)          \
	{                                                                                          \
		const struct split s = {.begin = real_##name[large],                               \
			.end = real_##name##_end,                                                  \
			.access = {file, 0, buf, gm_count(large, n), type}};                       \
		const unsigned fn = GM_FN_MPI_File_##name##_begin + (unsigned)large;               \
                                                                                                   \
		return put_off(fn, &s, is_read) ? real_##name[large](file, buf, n, type) : 0;      \
	}                                                                                          \
	GM_BOTH(name, (uintptr_t file, void *buf, intptr_t n, uintptr_t type), file, buf, n, type) \
	END(name)

/* Accesses by the individual file pointer, which moves at once, begin at an explicit offset. */
#define SPLIT_HERE(name, at, is_read)                                                              \
	static int name(int large, uintptr_t file, void *buf, intptr_t n, uintptr_t type)          \
	{                                                                                          \
		const struct split s = {.begin_at = real_##at[large],                              \
			.moves = 1,                                                                \
			.end = real_##at##_end,                                                    \
			.access = {file, 0, buf, gm_count(large, n), type}};                       \
		const unsigned fn = GM_FN_MPI_File_##name##_begin + (unsigned)large;               \
                                                                                                   \
		return put_off(fn, &s, is_read) ? real_##name[large](file, buf, n, type) : 0;      \
	}                                                                                          \
	GM_BOTH(name, (uintptr_t file, void *buf, intptr_t n, uintptr_t type), file, buf, n, type) \
	END(name)

#define SPLIT_AT(name, is_read)                                                                   \
	static int name(                                                                          \
		int large, uintptr_t file, int64_t offset, void *buf, intptr_t n, uintptr_t type) \
	{                                                                                         \
		const struct split s = {.begin_at = real_##name[large],                           \
			.end = real_##name##_end,                                                 \
			.access = {file, offset, buf, gm_count(large, n), type}};                 \
		const unsigned fn = GM_FN_MPI_File_##name##_begin + (unsigned)large;              \
                                                                                                  \
		return put_off(fn, &s, is_read) ? real_##name[large](file, offset, buf, n, type)  \
						: 0;                                              \
	}                                                                                         \
	GM_BOTH(name, (uintptr_t file, int64_t offset, void *buf, intptr_t n, uintptr_t type),    \
		file, offset, buf, n, type)                                                       \
	END(name)

#define END(name)                                                      \
	static int name##_end(uintptr_t file, void *buf, void *status) \
	{                                                              \
		return end(real_##name##_end, file, buf, status);      \
	}

SPLIT_HERE(read_all, read_at_all, 1)
SPLIT(read_ordered, 1)
SPLIT_AT(read_at_all, 1)
SPLIT_HERE(write_all, write_at_all, 0)
SPLIT(write_ordered, 0)
SPLIT_AT(write_at_all, 0)

/* A call completes the request. */
static int begin(struct gm_standin *s)
{
	struct nonblocking *o = (struct nonblocking *)s;
	const struct access *a = &o->access;
	uintptr_t request = 0;
	at_fn *begin = __atomic_exchange_n(&o->begin, NULL, __ATOMIC_RELAXED);

	if (!begin) /* another thread begins it */
		return 0;
	const int rc = begin(a->file, a->offset, a->buf, a->n, a->type, &request);

	gm_standin_begun(s, rc, request);
	return rc;
}

static void forget(struct gm_standin *s)
{
	struct nonblocking *o = (struct nonblocking *)s;

	type_free(&o->access.type);
	free(o);
}

/* Puts the operation off; 0 if it is to begin in the call that completes the request. */
static int put_off_nonblocking(unsigned fn, at_fn *real, const struct access *a, void *request)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_FILE, fn);
	struct nonblocking *o = c ? calloc(1, sizeof *o) : NULL;

	if (!o)
		return -1;
	*o = (struct nonblocking){
		.standin = {.begin = begin, .forget = forget}, .begin = real, .access = *a};
	if (type_dup(a->type, &o->access.type)) {
		free(o);
		return -1;
	}
	if (gm_standin_open(&o->standin, request)) {
		forget(&o->standin);
		return -1;
	}
	gm_standin_keep(&o->standin);
	gm_forced(c);
	return 0;
}

#define NONBLOCKING(name)                                                                 \
	static int name(int large, uintptr_t file, int64_t offset, void *buf, intptr_t n, \
		uintptr_t type, void *request)                                            \
	{                                                                                 \
		const struct access a = {file, offset, buf, gm_count(large, n), type};    \
		const unsigned fn = GM_FN_MPI_File_##name + (unsigned)large;              \
                                                                                          \
		return put_off_nonblocking(fn, real_##name[large], &a, request)           \
			       ? real_##name[large](file, offset, buf, n, type, request)  \
			       : 0;                                                       \
	}                                                                                 \
	GM_BOTH(name,                                                                     \
		(uintptr_t file, int64_t offset, void *buf, intptr_t n, uintptr_t type,   \
			void *request),                                                   \
		file, offset, buf, n, type, request)

NONBLOCKING(iread_at)
NONBLOCKING(iwrite_at)

void gm_file_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_File_read_all_begin, read_all, real_read_all),
		GM_REPLACE_BOTH(MPI_File_read_ordered_begin, read_ordered, real_read_ordered),
		GM_REPLACE_BOTH(MPI_File_read_at_all_begin, read_at_all, real_read_at_all),
		GM_REPLACE_BOTH(MPI_File_write_all_begin, write_all, real_write_all),
		GM_REPLACE_BOTH(MPI_File_write_ordered_begin, write_ordered, real_write_ordered),
		GM_REPLACE_BOTH(MPI_File_write_at_all_begin, write_at_all, real_write_at_all),
		{GM_FN_MPI_File_read_all_end, read_all_end, &real_read_all_end},
		{GM_FN_MPI_File_read_ordered_end, read_ordered_end, &real_read_ordered_end},
		{GM_FN_MPI_File_read_at_all_end, read_at_all_end, &real_read_at_all_end},
		{GM_FN_MPI_File_write_all_end, write_all_end, &real_write_all_end},
		{GM_FN_MPI_File_write_ordered_end, write_ordered_end, &real_write_ordered_end},
		{GM_FN_MPI_File_write_at_all_end, write_at_all_end, &real_write_at_all_end},
		GM_REPLACE_BOTH(MPI_File_iread_at, iread_at, real_iread_at),
		GM_REPLACE_BOTH(MPI_File_iwrite_at, iwrite_at, real_iwrite_at),
	};

	type_dup = gm_instead(GM_FN_MPI_Type_dup);
	type_free = gm_instead(GM_FN_MPI_Type_free);
	gm_pattern_setup();
	gm_position_setup();
	gm_standin_setup();
	gm_replace(list, sizeof list / sizeof *list);
}
