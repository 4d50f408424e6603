/*
 * A receive or a probe from any source, or with any tag, takes a message that the plan names. It
 * takes only a message that has arrived: a matching probe finds the first message of that source,
 * which is then received. So messages do not overtake each other, and no receive posted earlier
 * loses its message.
 *
 * If the message does not arrive in time, the call is forwarded unchanged. A blocking call is
 * forwarded as soon as another message has arrived.
 */
#include "match.h"

#include <stdint.h>

#include "../base/clock.h"
#include "../base/zz_wrappers.h"
#include "../library/flavour.h"
#include "install.h"
#include "plan.h"

enum { NAP_NANO = 50000 };

typedef int receive_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int probe_fn(intptr_t, intptr_t, uintptr_t, void *);
typedef int iprobe_fn(intptr_t, intptr_t, uintptr_t, void *, void *);
typedef int mprobe_fn(intptr_t, intptr_t, uintptr_t, void *, void *);
typedef int improbe_fn(intptr_t, intptr_t, uintptr_t, void *, void *, void *);
typedef int sendrecv_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, void *, intptr_t,
	uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int isend_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int wait_fn(void *, void *);
typedef int mrecv_fn(void *, intptr_t, uintptr_t, void *, void *);

static receive_fn *real_recv[2], *real_irecv[2];
static probe_fn *real_probe;
static iprobe_fn *real_iprobe;
static mprobe_fn *real_mprobe;
static improbe_fn *real_improbe;
static mrecv_fn *mrecv[2], *imrecv[2];
static sendrecv_fn *real_sendrecv[2];
static isend_fn *isend[2];
static wait_fn *wait;

/* The messages that a call may take, and the message that it is forced to take. */
struct wanted {
	struct gm_choice *choice;
	intptr_t source, tag; /* of the message to take */
	intptr_t from, with;  /* as the program calls */
	uintptr_t comm;
};

/* The destination of a message that a matching probe has found. */
struct found {
	void *message; /* NULL: any probe will do, and leaves the message */
	void *status;
};

/* Whether the choice names another message that the receive may take. */
static int fits(
	struct wanted *w, struct gm_choice *c, intptr_t source, intptr_t tag, uintptr_t comm)
{
	*w = (struct wanted){c, source, tag, source, tag, comm};
	if ((int32_t)source == gm_layout.any_source)
		w->source = (intptr_t)c->source;
	if ((int32_t)tag < 0 && c->tag != GM_EVERY)
		w->tag = (intptr_t)c->tag;
	if (w->source != c->source || (w->source == source && w->tag == tag)) {
		gm_unforced(c);
		return 0;
	}
	return 1;
}

/* Whether the plan names another message that the call may take. */
static int wants(struct wanted *w, unsigned fn, intptr_t source, intptr_t tag, uintptr_t comm)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_MATCH, fn);

	return c && fits(w, c, source, tag, comm);
}

static int is_there(const struct wanted *w, const struct found *f)
{
	int flag = 0;
	int rc = f->message ? real_improbe(w->source, w->tag, w->comm, &flag, f->message, f->status)
			    : real_iprobe(w->source, w->tag, w->comm, &flag, f->status);

	return !rc && flag;
}

static int is_other_there(const struct wanted *w)
{
	int flag = 0;

	return !real_iprobe(w->from, w->with, w->comm, &flag, (void *)gm_layout.ignore) && flag;
}

/* Waits until the message has arrived, but not much longer than the call itself would; returns 1 if
 * it has. */
static int await(const struct wanted *w, const struct found *f, int waits)
{
	const uint64_t ms = gm_gave_up(w->choice) ? 0 : (uint64_t)w->choice->ms;
	uint64_t end = waits ? 0 : gm_in_ms(ms);

	while (!is_there(w, f)) {
		if (!end && is_other_there(w))
			end = gm_in_ms(ms);
		if (gm_over(end ? end : UINT64_MAX, NAP_NANO)) {
			gm_unforced(w->choice);
			return 0;
		}
	}
	gm_forced(w->choice);
	return 1;
}

/* Waits for the message of the choice, and takes it; returns 1 if it has arrived. */
int gm_match_take(
	struct gm_choice *c, intptr_t source, intptr_t tag, uintptr_t comm, uintptr_t *message)
{
	struct wanted w;
	const struct found f = {message, (void *)gm_layout.ignore};

	return fits(&w, c, source, tag, comm) && await(&w, &f, 0);
}

static int recv(int large, void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag,
	uintptr_t comm, void *status)
{
	struct wanted w;
	uintptr_t message = 0;
	const struct found f = {&message, (void *)gm_layout.ignore};

	if (wants(&w, GM_FN_MPI_Recv + (unsigned)large, source, tag, comm) && await(&w, &f, 1))
		return mrecv[large](buf, n, type, &message, status);
	return real_recv[large](buf, n, type, source, tag, comm, status);
}

GM_BOTH(recv,
	(void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag, uintptr_t comm,
		void *status),
	buf, n, type, source, tag, comm, status)

static int irecv(int large, void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag,
	uintptr_t comm, void *request)
{
	struct wanted w;
	uintptr_t message = 0;
	const struct found f = {&message, (void *)gm_layout.ignore};

	if (wants(&w, GM_FN_MPI_Irecv + (unsigned)large, source, tag, comm) && await(&w, &f, 0))
		return imrecv[large](buf, n, type, &message, request);
	return real_irecv[large](buf, n, type, source, tag, comm, request);
}

GM_BOTH(irecv,
	(void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag, uintptr_t comm,
		void *request),
	buf, n, type, source, tag, comm, request)

/* The send proceeds during the search for the message, as it does during the receive. */
static int sendrecv(int large, void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t with,
	void *into, intptr_t m, uintptr_t as, intptr_t source, intptr_t tag, uintptr_t comm,
	void *status)
{
	struct wanted w;
	uintptr_t message = 0, sent = 0;
	const struct found f = {&message, (void *)gm_layout.ignore};

	if (!wants(&w, GM_FN_MPI_Sendrecv + (unsigned)large, source, tag, comm))
		return real_sendrecv[large](
			buf, n, type, to, with, into, m, as, source, tag, comm, status);
	int rc = isend[large](buf, n, type, to, with, comm, &sent);

	if (!rc)
		rc = await(&w, &f, 1) ? mrecv[large](into, m, as, &message, status)
				      : real_recv[large](into, m, as, source, tag, comm, status);
	return rc ? rc : wait(&sent, (void *)gm_layout.ignore);
}

GM_BOTH(sendrecv,
	(void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t with, void *into, intptr_t m,
		uintptr_t as, intptr_t source, intptr_t tag, uintptr_t comm, void *status),
	buf, n, type, to, with, into, m, as, source, tag, comm, status)

static int probe(intptr_t source, intptr_t tag, uintptr_t comm, void *status)
{
	struct wanted w;
	const struct found f = {NULL, status};

	if (wants(&w, GM_FN_MPI_Probe, source, tag, comm) && await(&w, &f, 1))
		return 0;
	return real_probe(source, tag, comm, status);
}

static int mprobe(intptr_t source, intptr_t tag, uintptr_t comm, void *message, void *status)
{
	struct wanted w;
	const struct found f = {message, status};

	if (wants(&w, GM_FN_MPI_Mprobe, source, tag, comm) && await(&w, &f, 1))
		return 0;
	return real_mprobe(source, tag, comm, message, status);
}

/* The program repeats a call that finds no message, so such a call is not counted. */
static int iprobe(intptr_t source, intptr_t tag, uintptr_t comm, void *flag, void *status)
{
	struct wanted w;
	const struct found f = {NULL, status};

	if (wants(&w, GM_FN_MPI_Iprobe, source, tag, comm) && await(&w, &f, 0)) {
		*(int *)flag = 1;
		return 0;
	}
	return real_iprobe(source, tag, comm, flag, status);
}

static int improbe(
	intptr_t source, intptr_t tag, uintptr_t comm, void *flag, void *message, void *status)
{
	struct wanted w;
	const struct found f = {message, status};

	if (wants(&w, GM_FN_MPI_Improbe, source, tag, comm) && await(&w, &f, 0)) {
		*(int *)flag = 1;
		return 0;
	}
	return real_improbe(source, tag, comm, flag, message, status);
}

void gm_match_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Recv, recv, real_recv),
		GM_REPLACE_BOTH(MPI_Irecv, irecv, real_irecv),
		GM_REPLACE_BOTH(MPI_Sendrecv, sendrecv, real_sendrecv),
		{GM_FN_MPI_Probe, probe, &real_probe},
		{GM_FN_MPI_Mprobe, mprobe, &real_mprobe},
		{GM_FN_MPI_Iprobe, iprobe, &real_iprobe},
		{GM_FN_MPI_Improbe, improbe, &real_improbe},
	};

	for (unsigned large = 0; large < 2; large++) {
		mrecv[large] = gm_instead(GM_FN_MPI_Mrecv + large);
		isend[large] = gm_instead(GM_FN_MPI_Isend + large);
		imrecv[large] = gm_instead(GM_FN_MPI_Imrecv + large);
	}
	wait = gm_instead(GM_FN_MPI_Wait);
	gm_replace(list, sizeof list / sizeof *list);
}
