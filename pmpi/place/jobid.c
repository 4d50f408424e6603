/*
 * A text that all processes of a job share, on all of its hosts, and that no other job
 * has. It is found without communication: some ranks of a job may run
 * without gomarmot, and a message to them would match a receive of the program.
 */
#define _GNU_SOURCE
#include "jobid.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/clock.h"

enum {
	ANCESTORS = 8, /* between a rank and the launcher's daemon: shells, valgrind, ... */
	CMDLINE = 4096,
};

void gm_host_name(char host[GM_HOST])
{
	memset(host, 0, GM_HOST);
	gethostname(host, GM_HOST - 1);
}

static int add(char *text, size_t size, const char *name, const char *value)
{
	const size_t used = strlen(text);

	if (!value || !value[0])
		return 0;
	snprintf(text + used, size - used, "%s%s=%s", used ? " " : "", name, value);
	for (char *c = text + used; *c; c++)
		if (*c == '\n' || *c == '\r')
			*c = '_';
	return 1;
}

static int add_variable(char *text, size_t size, const char *name)
{
	return add(text, size, name, getenv(name));
}

/* PMIx: Open MPI, srun --mpi=pmix, jsrun. Each namespace is an MPI_COMM_WORLD. */
static int of_pmix(char *text, size_t size)
{
	if (!add_variable(text, size, "PMIX_NAMESPACE"))
		return 0;
	add_variable(text, size, "OMPI_MCA_orte_hnp_uri"); /* namespaces of mpirun recur */
	return 1;
}

static ssize_t read_proc(char *buf, size_t size, int pid, const char *file)
{
	char path[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/%s", pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = read(fd, buf, size - 1);
	close(fd);
	if (n >= 0)
		buf[n] = 0;
	return n;
}

enum { STAT = 1024 };

/* The fields of /proc/PID/stat after the name, which may be any text; NULL if there are none. */
static const char *stat_of(char text[STAT], int pid)
{
	const char *name_end;

	if (read_proc(text, STAT, pid, "stat") <= 0 || !(name_end = strrchr(text, ')')))
		return NULL;
	return name_end + 1;
}

static int parent_of(int pid)
{
	char text[STAT];
	const char *stat = stat_of(text, pid);
	int parent = 0;

	return stat && sscanf(stat, " %*c %d", &parent) == 1 ? parent : 0;
}

/*
 * The arguments that the proxies of an mpiexec of the Hydra family share on
 * all hosts: where mpiexec listens, and which of its jobs this is.
 */
static int hydra_arguments(char *text, size_t size, const char *cmdline, ssize_t n)
{
	static const char *const wanted[] = {
		"--control-port", "--upstream-host", "--upstream-port", "--pgid"};
	int found = 0;

	for (const char *arg = cmdline; arg < cmdline + n; arg += strlen(arg) + 1) {
		const char *value = arg + strlen(arg) + 1;

		for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
			if (!strcmp(arg, wanted[i]) && value < cmdline + n)
				found |= add(text, size, arg, value) && i < 3;
	}
	return found;
}

static int of_hydra(char *text, size_t size)
{
	static char cmdline[CMDLINE];
	const size_t used = strlen(text);
	int pid = (int)getppid();

	if (!getenv("PMI_RANK"))
		return 0;
	for (int i = 0; i < ANCESTORS && pid > 1; i++, pid = parent_of(pid)) {
		const ssize_t n = read_proc(cmdline, sizeof cmdline, pid, "cmdline");

		if (n > 0 && hydra_arguments(text, size, cmdline, n))
			return 1;
		text[used] = 0;
	}
	return 0;
}

static int of_scheduler(char *text, size_t size)
{
	static const char *const one[] = {"PMI_JOBID", "PALS_APID", "ALPS_APP_ID", "FLUX_JOB_ID"};

	for (size_t i = 0; i < sizeof one / sizeof *one; i++)
		if (add_variable(text, size, one[i]))
			return 1;
	if (!getenv("SLURM_STEP_ID") || !add_variable(text, size, "SLURM_JOB_ID") ||
		!add_variable(text, size, "SLURM_STEP_ID"))
		return 0;
	add_variable(text, size, "SLURM_RESTART_COUNT"); /* a requeued job has the same steps */
	return 1;
}

/* Where nothing names the job: the processes of a launcher on this host are a job. */
static void of_launcher(char *text, size_t size)
{
	char host[GM_HOST], pid[16];

	gm_host_name(host);
	snprintf(pid, sizeof pid, "%d", (int)getppid());
	add(text, size, "host", host);
	add(text, size, "launcher", pid);
}

/* A single process has no other ranks to find. */
static void of_process(char *text, size_t size)
{
	char host[GM_HOST], pid[64];

	gm_host_name(host);
	snprintf(pid, sizeof pid, "%d-%llx", (int)getpid(), (unsigned long long)gm_unix_nano());
	add(text, size, "host", host);
	add(text, size, "process", pid);
}

/* Names the job of this process, which has this many ranks, in a single line. */
void gm_job_id(char *text, size_t size, int ranks)
{
	int named;

	text[0] = 0;
	named = add_variable(text, size, "GOMARMOT_JOB");
	if (ranks == 1)
		of_process(text, size);
	else if (!of_pmix(text, size) && !of_hydra(text, size) && !of_scheduler(text, size) &&
		 !named)
		of_launcher(text, size);
}

/*
 * For how long the process that started this rank has been running, in ns;
 * UINT64_MAX if unknown.
 */
uint64_t gm_launcher_age(void)
{
	char text[STAT];
	const char *stat = stat_of(text, (int)getppid());
	const uint64_t tick = 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);
	unsigned long long ticks = 0;
	struct timespec up;
	uint64_t now;

	if (!stat || clock_gettime(CLOCK_BOOTTIME, &up) ||
		sscanf(stat,
			" %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
			"%*d %llu",
			&ticks) != 1)
		return UINT64_MAX;
	now = (uint64_t)up.tv_sec * 1000000000u + (uint64_t)up.tv_nsec;
	return now > ticks * tick ? now - ticks * tick : 0;
}

/*
 * Whether all ranks run on this host, as far as the launcher says. If so, a rank
 * that leaves no log beside the others' has not loaded gomarmot.
 */
int gm_job_on_one_host(int ranks)
{
	static const char *const local[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};

	for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
		const char *text = getenv(local[i]);

		if (text && text[0])
			return atoi(text) == ranks;
	}
	return 0;
}
