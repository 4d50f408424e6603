/* This process in its job, and the name of the job (jobid.c). */
#ifndef GM_JOBID_H
#define GM_JOBID_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum {
	GM_HOST = 65,  /* bytes of a host's name */
	GM_JOB = 2048, /* bytes of a job's name */
};

/* This process in its job. */
struct gm_job {
	int rank, size, spawned;
	uintptr_t group; /* of a session; 0 in the world model */
};

void gm_host_name(char host[GM_HOST]);
void gm_job_id(char *text, size_t size, int ranks);
int gm_job_on_one_host(int ranks);
uint64_t gm_launcher_age(void);

#pragma GCC visibility pop

#endif
