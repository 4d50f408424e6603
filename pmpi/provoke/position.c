/*
 * The call of an access by the individual file pointer moves the pointer, so an access that begins
 * later needs an explicit offset. Offsets count etypes of the file's view.
 */
#include "position.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "install.h"

typedef int view_fn(uintptr_t, int64_t, uintptr_t, uintptr_t, void *, uintptr_t);
typedef int close_fn(void *);
typedef int size_fn(uintptr_t, void *);
typedef int position_fn(uintptr_t, void *);
typedef int seek_fn(uintptr_t, int64_t, intptr_t);

static view_fn *real_view;
static close_fn *real_close;
static size_fn *type_size;
static position_fn *position;
static seek_fn *seek;

/* A file whose view counts larger etypes than bytes. */
struct viewed {
	LIST_ENTRY(viewed) others;
	int64_t file;
	int etype; /* bytes */
};

static pthread_mutex_t lock =
	PTHREAD_MUTEX_INITIALIZER; /* keeps threads apart that change the list */
static LIST_HEAD(, viewed) all = LIST_HEAD_INITIALIZER(all);

/* The lock is held; NULL: the view counts bytes. */
static struct viewed *viewed_of(int64_t file)
{
	struct viewed *v;

	LIST_FOREACH(v, &all, others)
	if (v->file == file)
		break;
	return v;
}

/* Bytes 0: the etype is not known. */
static void note(int64_t file, int bytes)
{
	pthread_mutex_lock(&lock);
	struct viewed *v = viewed_of(file);

	if (!v && (v = calloc(1, sizeof *v))) {
		v->file = file;
		LIST_INSERT_HEAD(&all, v, others);
	}
	if (v)
		v->etype = bytes;
	pthread_mutex_unlock(&lock);
}

static void forget(int64_t file)
{
	pthread_mutex_lock(&lock);
	struct viewed *v = viewed_of(file);

	if (v)
		LIST_REMOVE(v, others);
	pthread_mutex_unlock(&lock);
	free(v);
}

static int etype_of(int64_t file)
{
	pthread_mutex_lock(&lock);
	const struct viewed *v = viewed_of(file);
	const int bytes = v ? v->etype : 1;

	pthread_mutex_unlock(&lock);
	return bytes;
}

static int set_view(uintptr_t file, int64_t at, uintptr_t etype, uintptr_t filetype, void *datarep,
	uintptr_t info)
{
	int bytes = 0;
	const int rc = real_view(file, at, etype, filetype, datarep, info);

	if (!rc)
		note(gm_handle(file), type_size(etype, &bytes) ? 0 : bytes);
	return rc;
}

static int file_close(void *file)
{
	const int64_t handle = gm_handle_at(file);
	const int rc = real_close(file);

	if (!rc)
		forget(handle);
	return rc;
}

/* Moves the individual file pointer behind n elements of the type, and says where it was; 0 if that
 * could be done. */
int gm_position_pass(uintptr_t file, intptr_t n, uintptr_t type, int64_t *offset)
{
	const int etype = etype_of(gm_handle(file));
	int bytes = 0;

	if (n < 0 || etype <= 0 || type_size(type, &bytes) || bytes < 0 ||
		(int64_t)n * bytes % etype || position(file, offset))
		return -1;
	return seek(file, *offset + (int64_t)n * bytes / etype, gm_layout.seek_set);
}

void gm_position_setup(void)
{
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_File_set_view, set_view, &real_view},
		{GM_FN_MPI_File_close, file_close, &real_close},
	};

	type_size = gm_instead(GM_FN_MPI_Type_size);
	position = gm_instead(GM_FN_MPI_File_get_position);
	seek = gm_instead(GM_FN_MPI_File_seek);
	gm_replace(list, sizeof list / sizeof *list);
}
