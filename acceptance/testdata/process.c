// What a process is to the system and to its program, apart from signals
// (signals.c): printed before MPI_Init, after it, and after MPI_Finalize.
#define _GNU_SOURCE
#include <fenv.h>
#include <locale.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <xmmintrin.h>
#endif

extern char **environ;

static void limits(const char *when) {
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        struct rlimit l;
        if (!getrlimit(i, &l))
            printf("%s limit %d: %llu %llu\n", when, i, (unsigned long long)l.rlim_cur, (unsigned long long)l.rlim_max);
    }
}

static void scheduling(const char *when) {
    cpu_set_t cpus;
    struct sched_param p = {0};

    sched_getaffinity(0, sizeof cpus, &cpus);
    sched_getparam(0, &p);
    printf("%s processors %d, policy %d %d, priority %d\n", when, CPU_COUNT(&cpus), sched_getscheduler(0), p.sched_priority,
           getpriority(PRIO_PROCESS, 0));
}

static void flags(const char *when) {
    char name[17] = "", cwd[4096] = "";
    int subreaper = -1, death = -1;
    sigset_t blocked;
    unsigned long mask = 0;

    prctl(PR_GET_NAME, name);
    prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
    prctl(PR_GET_PDEATHSIG, &death);
    printf("%s name %s, dumpable %d, subreaper %d, death signal %d, huge pages %d, slack %d, personality %d\n", when, name,
           prctl(PR_GET_DUMPABLE), subreaper, death, prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0), prctl(PR_GET_TIMERSLACK),
           personality(0xffffffff));
    printf("%s folder %s\n", when, getcwd(cwd, sizeof cwd));
    umask(umask(022) & 0777);
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    for (int i = 1; i < 64; i++)
        mask |= (unsigned long)(sigismember(&blocked, i) == 1) << i;
    printf("%s blocked signals %lx\n", when, mask);
}

static void language(const char *when) {
    printf("%s locale %s, rounding %d, exceptions %d\n", when, setlocale(LC_ALL, NULL), fegetround(), fetestexcept(FE_ALL_EXCEPT));
#if defined(__x86_64__)
    printf("%s mxcsr %x\n", when, _mm_getcsr());
#endif
}

// Whether the upper halves of the wide registers are in use: then SSE code is
// several times slower. -1 if the processor does not tell.
static int upper_halves(void) {
#if defined(__x86_64__)
    unsigned a, b, c, d;

    __cpuid_count(0xd, 1, a, b, c, d);
    if (!__builtin_cpu_supports("avx") || !(a & 4))
        return -1;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return (a & 4) != 0;
#else
    return -1;
#endif
}

// A buffer that is written while the program goes on.
static void write_split(void) {
    static double field[100000];
    int during, after;
    MPI_File file;

    MPI_File_open(MPI_COMM_WORLD, "field.data", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_at_all_begin(file, 0, field, 100000, MPI_DOUBLE);
    during = upper_halves();
    MPI_File_write_at_all_end(file, field, MPI_STATUS_IGNORE);
    after = upper_halves();
    MPI_File_write_at_all_begin(file, 0, field, 1000, MPI_DOUBLE); // short enough to be looked at as a whole
    during |= upper_halves();
    MPI_File_write_at_all_end(file, field, MPI_STATUS_IGNORE);
    after |= upper_halves();
    MPI_File_close(&file);
    printf("wide registers in use: %d %d\n", during, after);
}

static void environment(const char *when) {
    for (char **e = environ; *e; e++)
        if (strncmp(*e, "GOMARMOT_", 9) && strncmp(*e, "LD_PRELOAD=", 11))
            printf("%s variable %.*s\n", when, (int)strcspn(*e, "="), *e);
}

static void print(const char *when) {
    limits(when);
    scheduling(when);
    flags(when);
    language(when);
    environment(when);
}

int main(int argc, char **argv) {
    MPI_Win win;
    char cell;

    print("at the start:");
    umask(027);
    MPI_Init(&argc, &argv);
    MPI_Win_create(&cell, 1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    write_split();
    print("after MPI_Init:");
    MPI_Win_free(&win);
    MPI_Finalize();
    print("after MPI_Finalize:");
    printf("umask %o\n", umask(0));
    return 0;
}
