/*
 * RMA operations begin when they must be complete: in the call that closes their epoch or flushes
 * them. Accumulates keep their order, which the standard promises; puts and gets have none, so the
 * last begins first, and is at the target a while before the others where a lock allows that.
 * Memory to be fetched holds a pattern until then. An operation with a request begins in the call
 * that completes the request, if that comes first.
 *
 * The process has a single queue: a thread that synchronizes begins the operations of all threads.
 * No lock is held while MPI is called.
 */
#include "rma.h"

#include <stdint.h>

#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "install.h"
#include "pattern.h"
#include "rmaops.h"

typedef int win_fn(uintptr_t);
typedef int rank_win_fn(intptr_t, uintptr_t);
typedef int free_fn(void *);

static rank_win_fn *real_fence, *real_unlock, *real_flush, *real_flush_local;
static win_fn *real_complete, *real_unlock_all, *real_flush_all, *real_flush_local_all;
static free_fn *real_win_free, *real_type_free;

static int fence(intptr_t assert, uintptr_t win)
{
	const int began = gm_rma_begin(win, GM_ALL_TARGETS, 0), rc = real_fence(assert, win);

	return rc ? rc : began;
}

static int complete(uintptr_t win)
{
	const int began = gm_rma_begin(win, GM_ALL_TARGETS, 0), rc = real_complete(win);

	return rc ? rc : began;
}

static int unlock(intptr_t rank, uintptr_t win)
{
	const int began = gm_rma_begin(win, (int32_t)rank, 1), rc = real_unlock(rank, win);

	return rc ? rc : began;
}

static int unlock_all(uintptr_t win)
{
	const int began = gm_rma_begin(win, GM_ALL_TARGETS, 1), rc = real_unlock_all(win);

	return rc ? rc : began;
}

static int flush(intptr_t rank, uintptr_t win)
{
	const int began = gm_rma_begin(win, (int32_t)rank, 1), rc = real_flush(rank, win);

	return rc ? rc : began;
}

static int flush_local(intptr_t rank, uintptr_t win)
{
	const int began = gm_rma_begin(win, (int32_t)rank, 0), rc = real_flush_local(rank, win);

	return rc ? rc : began;
}

static int flush_all(uintptr_t win)
{
	const int began = gm_rma_begin(win, GM_ALL_TARGETS, 1), rc = real_flush_all(win);

	return rc ? rc : began;
}

static int flush_local_all(uintptr_t win)
{
	const int began = gm_rma_begin(win, GM_ALL_TARGETS, 0), rc = real_flush_local_all(win);

	return rc ? rc : began;
}

static int win_free(void *win)
{
	gm_rma_begin((uintptr_t)gm_handle_at(win), GM_ALL_TARGETS, 0);
	return real_win_free(win);
}

/* An operation may use the datatype, which the program need not keep until the operation is
 * complete. */
static int type_free(void *type)
{
	gm_rma_begin(GM_ALL_WINDOWS, GM_ALL_TARGETS, 0);
	return real_type_free(type);
}

void gm_rma_setup(void)
{
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_Win_fence, fence, &real_fence},
		{GM_FN_MPI_Win_complete, complete, &real_complete},
		{GM_FN_MPI_Win_unlock, unlock, &real_unlock},
		{GM_FN_MPI_Win_unlock_all, unlock_all, &real_unlock_all},
		{GM_FN_MPI_Win_flush, flush, &real_flush},
		{GM_FN_MPI_Win_flush_local, flush_local, &real_flush_local},
		{GM_FN_MPI_Win_flush_all, flush_all, &real_flush_all},
		{GM_FN_MPI_Win_flush_local_all, flush_local_all, &real_flush_local_all},
		{GM_FN_MPI_Win_free, win_free, &real_win_free},
		{GM_FN_MPI_Type_free, type_free, &real_type_free},
	};

	gm_pattern_setup();
	gm_rma_ops_setup();
	gm_replace(list, sizeof list / sizeof *list);
}
