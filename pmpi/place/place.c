/*
 * Where a run is logged: run.log and run.log.d beside it. The ranks of a job
 * find each other by the mark of the directory, without communication: the
 * first rank creates the directory, the others join. run.log itself is created at
 * the end of the run, so that the program may use the name until then.
 *
 * If the name is taken, the next candidate is used. Then rank 0 decides and the others
 * wait a moment for it, because an obstacle may disappear between two looks.
 */
#define _GNU_SOURCE
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "candidate.h"
#include "earlier.h"
#include "jobid.h"
#include "meeting.h"

enum {
	GRACE_MS = 200,    /* for another rank, usually rank 0, to create the directory; for a
			      process that is just ending */
	ORPHANS_MS = 3000, /* for ranks of a killed job to notice */
	DECIDE_MS = 2000,  /* for rank 0 to decide where the name is taken */
	NAP_NANO = 10000000,
	NAME_SHOWN = 2000,
	ROUNDS = 2000, /* looks at most: 20 s, in case others never stop renaming */
};

/* The search for a place. */
struct search {
	struct gm_candidate at[GM_CANDIDATES];
	char job[GM_JOB];
	uint64_t run_id, started;
	uint32_t rank;
	int patience;   /* ms to wait for the job that holds the chosen name; 0: not known yet */
	int error;      /* why the chosen directory cannot be created */
	int named;      /* the user chose the name */
	int private;    /* each rank has a name of its own */
	int impossible; /* the name is that of a device, pipe or socket */
};

/* Whether the search has lasted this long; if not, sleeps for a short while. */
static int waited(const struct search *s, uint64_t milliseconds)
{
	return gm_over(s->started + milliseconds * 1000000u, NAP_NANO);
}

/* Whether there is a file of this rank: then the directory is another job's. */
static int has_rank(const char *dir, uint32_t rank)
{
	static const char *const endings[] = {"seg", "t000.ring"};
	char path[GM_PATH + 64];
	struct stat st;

	for (int i = 0; i < 2; i++) {
		gm_path(path, sizeof path, "%s/rank-%05u.%s", dir, rank, endings[i]);
		if (!lstat(path, &st))
			return 1;
	}
	return 0;
}

static enum gm_found look(const struct search *s, const struct gm_candidate *c)
{
	const enum gm_found found = c->name[0] ? gm_look(c->log, c->dir, s->job) : GM_FOREIGN;

	return found == GM_MINE && has_rank(c->dir, s->rank) ? GM_IN_USE : found;
}

/* Adopts the choice of another rank of this host; forgets it if it is of no use. */
static void meet(struct search *s)
{
	struct gm_candidate *c = &s->at[GM_CHOSEN];

	c->name[0] = 0;
	if (gm_meeting_read(c->log, GM_PATH - 64))
		return;
	gm_path(c->name, sizeof c->name, "%s", c->log);
	gm_path(c->dir, sizeof c->dir, "%s.d", c->log);
	if (look(s, c) != GM_MINE && waited(s, DECIDE_MS))
		gm_meeting_over();
}

/* Joins the directory that another rank of the job has created, if there is one. */
static const struct gm_candidate *join(struct search *s, struct gm_mark *mark)
{
	meet(s);
	for (int i = 0; i < GM_CANDIDATES; i++)
		if (look(s, &s->at[i]) == GM_MINE && !gm_hold(s->at[i].dir, mark))
			return &s->at[i];
	return NULL;
}

static void one_line(char *text)
{
	for (; *text; text++)
		if (*text == '\n')
			*text = '_';
}

/* Creates the directory, marked and held under another name first; -1 if it exists. */
static int publish(const struct search *s, const struct gm_candidate *c)
{
	char fresh[GM_PATH + 48], path[GM_PATH + 64], text[GM_PATH + GM_JOB + 64];
	char name[GM_PATH];
	int err;

	gm_path(name, sizeof name, "%s", c->name);
	one_line(name);
	gm_path(text, sizeof text, "run %016" PRIx64 " rank %u job %s\nname %s\n", s->run_id,
		s->rank, s->job, name);
	gm_path(fresh, sizeof fresh, "%s.new-%016" PRIx64 "-%u", c->log, s->run_id, s->rank);
	if (mkdir(fresh, 0700))
		return -1;
	if (!gm_mark(fresh, text) && !gm_rename_new(fresh, c->dir))
		return 0;
	err = errno;
	gm_let_go();
	gm_mark_path(path, sizeof path, fresh);
	unlink(path);
	rmdir(fresh);
	errno = err;
	return -1;
}

/* Creates the directories above a log. Errors show when the log is created. */
static void make_parents(const char *log)
{
	char path[GM_PATH];

	gm_path(path, sizeof path, "%s", log);
	for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = 0;
		mkdir(path, 0700);
		*p = '/';
	}
}

/* Neither a file nor a directory: a log does not belong beside it. */
static int is_special(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* Learns once, at the first obstacle, how long to wait for it; -1: look again. */
static int await(struct search *s)
{
	const struct gm_candidate *c = &s->at[GM_WANTED];

	if (!s->patience && (!s->rank || s->private) && gm_is_sibling(c->log, c->dir))
		s->patience = GRACE_MS;
	else if (!s->patience)
		s->patience = ORPHANS_MS;
	return waited(s, (uint64_t)s->patience) ? 0 : -1;
}

/* Which candidate to create now, if the job has none; -1: look again. */
static int choose(struct search *s)
{
	const enum gm_found first = look(s, &s->at[GM_WANTED]);
	enum gm_found second;

	if (s->error)
		return GM_TEMPORARY;
	s->impossible = first == GM_FOREIGN && is_special(s->at[GM_WANTED].log);
	if (s->impossible)
		return -1;
	if (first == GM_NOTHING || first == GM_OLD) {
		if (s->rank && !s->private && !waited(s, GRACE_MS))
			return -1;
		return GM_WANTED;
	}
	if (first != GM_FOREIGN && await(s))
		return -1;
	if (s->rank && !s->private &&
		!waited(s, DECIDE_MS + (first == GM_FOREIGN ? 0 : ORPHANS_MS)))
		return -1;
	if (first != GM_FOREIGN)
		return GM_OWN_NAME;
	second = look(s, &s->at[GM_SECOND]);
	return second == GM_NOTHING || second == GM_OLD ? GM_SECOND : GM_OWN_NAME;
}

/* Prints where the log is; only the rank that created the directory does. */
static void tell(const struct search *s, int chosen, enum gm_found obstacle)
{
	const char *wanted = s->at[GM_WANTED].log, *log = s->at[chosen].log;

	if (chosen == GM_TEMPORARY)
		gm_note("warning TOOL002: cannot write %s: %s; the log is %s", wanted,
			strerror(s->error), log);
	else if (obstacle == GM_FOREIGN)
		gm_note("%s is not a gomarmot log and is left unchanged; this job writes %s",
			wanted, log);
	else if (chosen != GM_WANTED)
		gm_note("%s belongs to a job that is still running; this one writes %s", wanted,
			log);
}

/* Creates a candidate's directory: 0 if this rank created it, 1 to look again, -1 on error. */
static int make(struct search *s, int chosen)
{
	const struct gm_candidate *c = &s->at[chosen];
	const enum gm_found found = look(s, c);
	int err;

	if (found != GM_NOTHING && found != GM_OLD)
		return chosen == GM_WANTED ? 1 : -1;
	if (gm_meeting_choose(c->log))
		return 1;
	if (s->private)
		make_parents(c->log);
	if ((found == GM_NOTHING || !gm_rotate(c->log, c->dir)) && !publish(s, c))
		return 0;
	err = errno;
	gm_meeting_leave();
	errno = err;
	return err == EAGAIN || err == EEXIST || err == ENOTEMPTY ? 1 : -1;
}

/* The search: joins or creates a directory. NULL with errno if neither succeeds. */
static const struct gm_candidate *find(struct search *s, struct gm_mark *mark)
{
	const struct gm_candidate *c;

	for (int i = 0; i < ROUNDS; i++) {
		const enum gm_found obstacle = look(s, &s->at[GM_WANTED]);
		int chosen, rc;

		if ((c = join(s, mark)))
			return c;
		chosen = choose(s);
		if (s->impossible) {
			errno = EEXIST;
			return NULL;
		}
		if (chosen < 0)
			continue;
		rc = make(s, chosen);
		if (!rc) {
			*mark = (struct gm_mark){.run_id = s->run_id, .rank = s->rank};
			tell(s, chosen, obstacle);
			return &s->at[chosen];
		}
		if (rc < 0 && chosen == GM_TEMPORARY)
			return NULL;
		if (rc < 0)
			s->error = errno ? errno : EEXIST;
		gm_over(UINT64_MAX, NAP_NANO);
	}
	errno = ETIMEDOUT;
	return NULL;
}

/* The name of a job as a number (FNV-1a): the same on all ranks. */
static uint64_t number_of(const char *job)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; *job; job++)
		h = (h ^ (uint8_t)*job) * 0x100000001b3u;
	return h;
}

static int start_search(struct search *s, const struct gm_job *job, char *wanted, size_t size)
{
	const size_t room = size - 32;

	gm_job_id(s->job, sizeof s->job, job->size);
	s->run_id = number_of(s->job);
	s->started = gm_monotonic_nano();
	s->rank = (uint32_t)job->rank;
	s->private = gm_private_names();
	if (gm_wanted_name(wanted, room, &s->named))
		return -1;
	if (job->spawned)
		gm_path(wanted + strlen(wanted), 32, "-spawned-%08" PRIx32, (uint32_t)s->run_id);
	if (job->size > 1 && !s->private && !(s->named && getenv("GOMARMOT_LOG")[0] == '/'))
		gm_meeting_setup(s->run_id);
	return gm_candidates(s->at, wanted, s->named, s->rank, s->run_id);
}

/* Finds or creates the place of this rank's log, together with the other ranks of its job. */
void gm_place_find(struct gm_place *place, const struct gm_job *job)
{
	static struct search s; /* too large for a thread's stack */
	static char wanted[2 * GM_PATH];
	const int saved = errno;
	struct gm_mark mark = {0};
	const struct gm_candidate *c = NULL;

	memset(place, 0, sizeof *place);
	if (!start_search(&s, job, wanted, sizeof wanted))
		c = find(&s, &mark);
	place->rank = s.rank;
	place->private = s.private;
	place->ok = c != NULL;
	if (c) {
		place->run_id = mark.run_id;
		gm_path(place->log, sizeof place->log, "%s", c->log);
		gm_path(place->dir, sizeof place->dir, "%s", c->dir);
	} else if (s.impossible && !s.rank) {
		gm_note("%s is not a gomarmot log and is left unchanged; without a log, findings "
			"appear here only, and rules that need several ranks are off",
			s.at[GM_WANTED].log);
	} else if (!s.rank) {
		gm_note("warning TOOL002: cannot write %.*s%s: %s; findings appear here only, and "
			"rules that need several ranks are off",
			NAME_SHOWN, wanted, strlen(wanted) > NAME_SHOWN ? "..." : "",
			strerror(s.error ? s.error : errno));
	}
	errno = saved;
}

/* Copies a small file to a new file, as much of it as possible. */
static void copy_new(int in, const char *to)
{
	char bytes[4096];
	const int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	ssize_t n;

	while (out >= 0 && (n = read(in, bytes, sizeof bytes)) > 0)
		if (gm_write(out, bytes, (size_t)n))
			break;
	if (out >= 0)
		close(out);
}

/*
 * The process ends and no longer uses the name run.log: if the name is free,
 * rank 0 creates the file. It is a copy, so that nothing that happens to it
 * damages the directory.
 */
void gm_place_publish(const struct gm_place *place)
{
	char journal[GM_PATH + 16];
	int fd;

	if (!place->ok || place->rank != 0)
		return;
	gm_path(journal, sizeof journal, "%s/journal", place->dir);
	fd = gm_open_run_log(journal);
	if (fd < 0)
		return;
	copy_new(fd, place->log);
	close(fd);
}
