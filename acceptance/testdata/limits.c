// Reaches a limit of the system in the middle of its work: limits HOW [FOLDER].
// Its result does not depend on that.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { CELLS = 4096, CALLS = 30000 };

static int *cells;
static MPI_Win win;

// Accesses whose records do not compress well.
static void work(void)
{
    static unsigned seed = 1;
    static const int one = 1;

    for (int i = 0; i < CALLS; i++) {
        seed = seed * 1103515245 + 12345;
        MPI_Accumulate(&one, 1, MPI_INT, 0, seed % CELLS, 1, MPI_INT, MPI_SUM, win);
        if (i % 64 == 63)
            MPI_Win_flush(0, win);
    }
}

static void *thread(void *unused)
{
    (void)unused;
    work();
    return NULL;
}

static void limit(int resource, rlim_t value)
{
    const struct rlimit r = {value, value};

    if (setrlimit(resource, &r))
        perror("setrlimit");
}

static void fill(const char *folder)
{
    static char zeros[1 << 16];
    char path[1000];
    int fd;

    snprintf(path, sizeof path, "%s/fill", folder);
    fd = open(path, O_WRONLY | O_CREAT, 0600);
    while (write(fd, zeros, sizeof zeros) > 0)
        ;
    while (write(fd, zeros, 1) > 0)
        ;
    close(fd);
}

// The limit that a program may raise again.
static void limit_for_a_while(int resource, rlim_t value)
{
    struct rlimit r;

    if (getrlimit(resource, &r))
        perror("getrlimit");
    r.rlim_cur = value < r.rlim_max ? value : r.rlim_max;
    if (setrlimit(resource, &r))
        perror("setrlimit");
}

static void use_all_files(void)
{
    limit(RLIMIT_NOFILE, 300);
    while (open("/dev/null", O_RDONLY) >= 0)
        ;
}

static void act(const char *how, const char *folder)
{
    char command[1000];

    if (!strcmp(how, "file size"))
        limit(RLIMIT_FSIZE, 20000);
    if (!strcmp(how, "no file"))
        limit(RLIMIT_FSIZE, 0);
    if (!strcmp(how, "files"))
        use_all_files();
    if (!strcmp(how, "address space"))
        limit(RLIMIT_AS, 1 << 20); // less than is in use: nothing more can be mapped
    if (!strcmp(how, "memlock")) {
        limit(RLIMIT_MEMLOCK, 1 << 20);
        if ((geteuid() == 0 && setresuid(54321, 54321, 54321)) || mlockall(MCL_FUTURE))
            perror("mlockall");
    }
    if (!strcmp(how, "threads")) {
        if (geteuid() == 0 && setresuid(54321, 54321, 54321))
            perror("setresuid");
        limit(RLIMIT_NPROC, 1);
    }
    if (!strncmp(how, "fill", 4))
        fill(folder);
    if (!strcmp(how, "file size for a while"))
        limit_for_a_while(RLIMIT_FSIZE, 20000);
    if (!strcmp(how, "cut")) {
        snprintf(command, sizeof command, "for f in %s/*/*.ring; do [ ! -e $f ] || : >$f; done", folder);
        if (system(command))
            perror("system");
    }
}

// Ends what lasts for a while only.
static void relieve(const char *how, const char *folder)
{
    char path[1000];

    if (!strcmp(how, "file size for a while"))
        limit_for_a_while(RLIMIT_FSIZE, RLIM_INFINITY);
    if (!strcmp(how, "fill for a while")) {
        snprintf(path, sizeof path, "%s/fill", folder);
        unlink(path);
    }
}

static void with_thread(void)
{
    pthread_t t;

    if (pthread_create(&t, NULL, thread, NULL))
        printf("no thread\n");
    else
        pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
    int provided;
    long sum = 0;

    (void)argc;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(CELLS * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    memset(cells, 0, CELLS * sizeof *cells);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    work();
    act(argv[1], argc > 2 ? argv[2] : ".");
    work();
    relieve(argv[1], argc > 2 ? argv[2] : ".");
    with_thread();
    work();
    MPI_Win_unlock_all(win);
    for (int i = 0; i < CELLS; i++)
        sum += cells[i];
    printf("sum %ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
