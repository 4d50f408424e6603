/*
 * Tests and probes say false for a while: a request or message that is there is only found in the
 * end. One of eight calls tells the truth, so a program that asks often enough learns it.
 * The library makes progress in each of them.
 */
#include "flag.h"

#include <stdint.h>

#include "../base/gm.h"
#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "install.h"
#include "plan.h"

enum { TRUTH = 8 };

typedef int test_fn(void *, void *, void *);
typedef int testall_fn(intptr_t, void *, void *, void *);
typedef int get_status_fn(uintptr_t, void *, void *);
typedef int iprobe_fn(intptr_t, intptr_t, uintptr_t, void *, void *);
typedef int improbe_fn(intptr_t, intptr_t, uintptr_t, void *, void *, void *);

static test_fn *real_test;
static testall_fn *real_testall;
static get_status_fn *real_get_status;
static iprobe_fn *real_iprobe;
static improbe_fn *real_improbe;

/*
 * Whether the n-th call tells the truth. The calls that do are spread such that none of several
 * calls that take turns is left out.
 */
static int is_truth(uint32_t n)
{
	return n * 2654435769u / (UINT32_MAX / TRUTH + 1) == 0;
}

/* Whether this call is to say false. */
static int is_false(unsigned fn)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_FLAG, fn);

	if (!c || is_truth((uint32_t)GM_LOAD(&c->seen)))
		return 0;
	gm_forced(c);
	return 1;
}

/* Says false, whatever the library has found. */
static int say_false(int rc, void *flag)
{
	if (!rc)
		*(int *)flag = 0;
	return rc;
}

static int is_null(int64_t request)
{
	return request == gm_handle(gm_predef(GM_ID_REQUEST_NULL));
}

/* Looks at the request, and leaves it as it is. */
static int look(int64_t request)
{
	int done = 0;

	return real_get_status((uintptr_t)request, &done, (void *)gm_layout.ignore);
}

static int test(void *request, void *flag, void *status)
{
	if (is_null(gm_handle_at(request)) || !is_false(GM_FN_MPI_Test))
		return real_test(request, flag, status);
	return say_false(look(gm_handle_at(request)), flag);
}

static int testall(intptr_t n, void *requests, void *flag, void *statuses)
{
	int rc = 0, active = 0;

	for (int64_t i = 0; requests && i < (int32_t)n && !active; i++)
		active = !is_null(gm_request_at(requests, i));
	if (!active || !is_false(GM_FN_MPI_Testall))
		return real_testall(n, requests, flag, statuses);
	for (int64_t i = 0; i < (int32_t)n && !rc; i++)
		rc = look(gm_request_at(requests, i));
	return say_false(rc, flag);
}

static int get_status(uintptr_t request, void *flag, void *status)
{
	if (is_null(gm_handle(request)) || !is_false(GM_FN_MPI_Request_get_status))
		return real_get_status(request, flag, status);
	return say_false(look(gm_handle(request)), flag);
}

static int iprobe(intptr_t source, intptr_t tag, uintptr_t comm, void *flag, void *status)
{
	if (gm_is_nobody(source) || !is_false(GM_FN_MPI_Iprobe))
		return real_iprobe(source, tag, comm, flag, status);
	return say_false(real_iprobe(source, tag, comm, flag, (void *)gm_layout.ignore), flag);
}

static int improbe(
	intptr_t source, intptr_t tag, uintptr_t comm, void *flag, void *message, void *status)
{
	if (gm_is_nobody(source) || !is_false(GM_FN_MPI_Improbe))
		return real_improbe(source, tag, comm, flag, message, status);
	return say_false(real_iprobe(source, tag, comm, flag, (void *)gm_layout.ignore), flag);
}

void gm_flag_setup(void)
{
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_Test, test, &real_test},
		{GM_FN_MPI_Testall, testall, &real_testall},
		{GM_FN_MPI_Request_get_status, get_status, &real_get_status},
		{GM_FN_MPI_Iprobe, iprobe, &real_iprobe},
		{GM_FN_MPI_Improbe, improbe, &real_improbe},
	};

	gm_replace(list, sizeof list / sizeof *list);
}
