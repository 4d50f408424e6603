/*
 * The names that a run's log may have: the user's choice, and the names
 * that are used if it is taken or cannot be written.
 */
#define _GNU_SOURCE
#include "candidate.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/gm.h"
#include "jobid.h"

/* snprintf for paths: all are shorter than GM_PATH, see set_name. */
void gm_path(char *out, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(out, size, format, args);
	va_end(args);
}

/* name with %h as the host's name, %r as the rank and %% as %. */
static void expand(char *out, size_t size, const char *name, uint32_t rank)
{
	char host[GM_HOST], number[16];
	const char *piece;
	size_t n = 0;

	gm_host_name(host);
	gm_path(number, sizeof number, "%u", rank);
	for (; *name && n + 1 < size; name++) {
		if (name[0] == '%' && name[1] && strchr("hr%", name[1])) {
			name++;
			piece = *name == 'h' ? host : *name == 'r' ? number : "%";
			gm_path(out + n, size - n, "%s", piece);
			n += strlen(out + n);
		} else {
			out[n++] = *name;
		}
	}
	out[n] = 0;
}

/* Names a candidate; -1 if the name is too long. */
static int set_name(struct gm_candidate *c, const char *name, uint32_t rank)
{
	char log[2 * GM_PATH];

	expand(log, sizeof log, name, rank);
	if (strlen(log) + 64 > GM_PATH || strlen(name) + 64 > GM_PATH) {
		errno = ENAMETOOLONG;
		return -1;
	}
	gm_path(c->name, sizeof c->name, "%s", name);
	gm_path(c->log, sizeof c->log, "%s", log);
	gm_path(c->dir, sizeof c->dir, "%s.d", c->log);
	return 0;
}

/* Whether the log's name may differ between ranks: it has %h or %r. */
int gm_private_names(void)
{
	const char *name = getenv("GOMARMOT_LOG");

	return name && strchr(name, '%');
}

/*
 * GOMARMOT_LOG as an absolute path; named: the user chose the name. -1 if the
 * working directory is unknown, or its path too long.
 */
int gm_wanted_name(char *out, size_t size, int *named)
{
	const char *name = getenv("GOMARMOT_LOG");
	char cwd[GM_PATH] = "";

	*named = name && name[0];
	if (!*named)
		name = "run.log";
	if (name[0] != '/' && !getcwd(cwd, sizeof cwd)) {
		if (errno == ERANGE)
			errno = ENAMETOOLONG;
		gm_path(out, size, "%s", name);
		return -1;
	}
	gm_path(out, size, "%s%s%s", cwd, cwd[0] ? "/" : "", name);
	return 0;
}

/* All ranks of the job get the same list. -1 if the chosen name cannot be used. */
int gm_candidates(struct gm_candidate at[GM_CANDIDATES], const char *wanted, int named,
	uint32_t rank, uint64_t run_id)
{
	const char *tmp = getenv("TMPDIR");
	char name[3 * GM_PATH];

	if (set_name(&at[GM_WANTED], wanted, rank))
		return -1;
	gm_path(name, sizeof name, "%.*sgomarmot.log", (int)(gm_base_name(wanted) - wanted),
		wanted);
	at[GM_SECOND].name[0] = at[GM_CHOSEN].name[0] = 0;
	if (!named)
		set_name(&at[GM_SECOND], name, rank);
	gm_path(name, sizeof name, "%s-%08" PRIx32, wanted, (uint32_t)run_id);
	set_name(&at[GM_OWN_NAME], name, rank);
	gm_path(name, sizeof name, "%s/%s-%016" PRIx64, tmp && tmp[0] == '/' ? tmp : "/tmp",
		gm_base_name(wanted), run_id);
	set_name(&at[GM_TEMPORARY], name, rank);
	return 0;
}
