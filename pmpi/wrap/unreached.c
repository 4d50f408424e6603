/* Records of calls from Fortran whose procedures do not reach the C function. */
#include "unreached.h"

#include "../base/record.h"
#include "../detail/known.h"
#include "../detail/query.h"
#include "../guest/fortran.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "../loaded/real.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "wrapper.h"

/* A Fortran handle as its C handle; 0 if that cannot be found out. */
static int64_t handle(const char *convert, int32_t f)
{
	uintptr_t (*f2c)(int) = NULL;

	if (gm_handle_mask == UINT32_MAX)
		return gm_handle((uint32_t)f);
	f2c = gm_find(convert);
	return f2c ? gm_handle(f2c(f)) : 0;
}

/* The guard of the calls below, which are recorded after they have returned. */
static struct gm_thread *enter(const struct gm_fortran_call *call, uint32_t kind)
{
	const void *pc = call->pc;
	void *next = NULL; /* the procedure has been called already */
	struct gm_thread *t = gm_enter(kind, &pc, &next);

	if (t)
		gm_fortran_binding(t, call->binding, pc);
	return t;
}

/* Writes both records of such a call. */
static void both(const struct gm_fortran_call *call, struct gm_thread *t, uint32_t kind,
	const int64_t *in, unsigned nin, const int64_t *out, unsigned nout)
{
	gm_record(t, GM_META(kind, GM_ENTER, 0, nin), call->pc, in);
	gm_record(t, GM_META(kind, GM_LEAVE, 0, nout), call->pc, out);
	gm_leave(t);
}

static int64_t result(const int32_t *ierror)
{
	return ierror ? *ierror : 0;
}

/* Writes the only record of such a call. */
static void once(const struct gm_fortran_call *call, struct gm_thread *t, uint32_t kind,
	const int64_t *in, unsigned nin)
{
	gm_record(t, GM_META(kind, GM_ONCE, 0, nin), call->pc, in);
	gm_leave(t);
}

void gm_fortran_win_get_attr(const struct gm_fortran_call *call, uint32_t kind, const int32_t *win,
	const int32_t *keyval, const void *value, const int32_t *flag, const int32_t *ierror)
{
	const int64_t in[4] = {handle("PMPI_Win_f2c", *win), *keyval, (int64_t)(uintptr_t)value,
		(int64_t)(uintptr_t)flag};
	const int64_t out[2] = {result(ierror), *flag != 0};
	struct gm_thread *t = enter(call, kind);

	if (!t)
		return;
	gm_know_window(t, in[0], call->pc);
	both(call, t, kind, in, 4, out, 2);
}

void gm_fortran_win_set_attr(const struct gm_fortran_call *call, uint32_t kind, const int32_t *win,
	const int32_t *keyval, const void *value, const int32_t *ierror)
{
	const int64_t in[3] = {handle("PMPI_Win_f2c", *win), *keyval, (int64_t)(uintptr_t)value};
	const int64_t out[1] = {result(ierror)};
	struct gm_thread *t = enter(call, kind);

	if (!t)
		return;
	gm_know_window(t, in[0], call->pc);
	both(call, t, kind, in, 3, out, 1);
}

/* Gets an attribute of a communicator or datatype; convert names the function from Fortran to C
 * handles. */
static void get_attr(const struct gm_fortran_call *call, uint32_t kind, const char *convert,
	int32_t object, const int32_t *keyval, const void *value, const int32_t *flag)
{
	const int64_t in[4] = {handle(convert, object), *keyval, (int64_t)(uintptr_t)value,
		(int64_t)(uintptr_t)flag};
	struct gm_thread *t = enter(call, kind);

	if (t)
		once(call, t, kind, in, 4);
}

static void set_attr(const struct gm_fortran_call *call, uint32_t kind, const char *convert,
	int32_t object, const int32_t *keyval, const void *value, const int32_t *ierror)
{
	const int64_t in[3] = {handle(convert, object), *keyval, (int64_t)(uintptr_t)value};
	const int64_t out[1] = {result(ierror)};
	struct gm_thread *t = enter(call, kind);

	if (t)
		both(call, t, kind, in, 3, out, 1);
}

void gm_fortran_comm_get_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *comm, const int32_t *keyval, const void *value, const int32_t *flag,
	const int32_t *ierror)
{
	(void)ierror;
	get_attr(call, kind, "PMPI_Comm_f2c", *comm, keyval, value, flag);
}

void gm_fortran_comm_set_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *comm, const int32_t *keyval, const void *value, const int32_t *ierror)
{
	set_attr(call, kind, "PMPI_Comm_f2c", *comm, keyval, value, ierror);
}

void gm_fortran_type_get_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *type, const int32_t *keyval, const void *value, const int32_t *flag,
	const int32_t *ierror)
{
	(void)ierror;
	get_attr(call, kind, "PMPI_Type_f2c", *type, keyval, value, flag);
}

void gm_fortran_type_set_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *type, const int32_t *keyval, const void *value, const int32_t *ierror)
{
	set_attr(call, kind, "PMPI_Type_f2c", *type, keyval, value, ierror);
}

void gm_fortran_create_keyval(const struct gm_fortran_call *call, uint32_t kind, const void *copy,
	const void *remove, const int32_t *keyval, const void *extra, const int32_t *ierror)
{
	const int64_t in[4] = {(int64_t)(uintptr_t)copy, (int64_t)(uintptr_t)remove,
		(int64_t)(uintptr_t)keyval, (int64_t)(uintptr_t)extra};
	const int64_t out[2] = {result(ierror), *keyval};
	struct gm_thread *t = enter(call, kind);

	if (t)
		both(call, t, kind, in, 4, out, 2);
}

/* The call is allowed at any time, so gm_enter is passed 0 in place of its kind. */
void gm_fortran_create_errhandler(const struct gm_fortran_call *call, uint32_t kind,
	const void *function, const int32_t *errhandler, const int32_t *ierror)
{
	const int64_t in[2] = {(int64_t)(uintptr_t)function, (int64_t)(uintptr_t)errhandler};
	const int64_t out[2] = {result(ierror), handle("PMPI_Errhandler_f2c", *errhandler)};
	struct gm_thread *t = enter(call, 0);

	if (t)
		both(call, t, kind, in, 2, out, 2);
}

void gm_fortran_type_match_size(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *typeclass, const int32_t *size, const int32_t *datatype,
	const int32_t *ierror)
{
	const int64_t type = handle("PMPI_Type_f2c", *datatype);
	const int rc = (int)result(ierror);
	const struct gm_type_words made = gm_query_type(rc, &type);
	const int64_t args[3] = {*typeclass, *size, (int64_t)(uintptr_t)datatype};
	const int64_t out[7] = {rc, type, made.w[0], made.w[1], made.w[2], made.w[3], made.w[4]};
	struct gm_thread *t = enter(call, kind);

	if (t)
		both(call, t, kind, args, 3, out, 7);
}
