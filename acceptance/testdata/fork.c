// Processes, libraries and threads that come and go in an MPI program:
// fork PLUGIN [exec]. Prints how each of them went.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int *cells;
static MPI_Win win;

static void work(void)
{
    for (int i = 0; i < 100; i++)
        MPI_Win_fence(0, win);
}

static void say(const char *what, int value)
{
    printf("%s: %d\n", what, value);
    fflush(stdout);
}

static int end_of(pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

// What a child may do: MPI's local calls work in it by chance.
static void child(const char *how)
{
    int rank;

    for (int i = 0; i < 20000; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!strcmp(how, "exit"))
        exit(MPI_Wtime() > 0 ? 3 : 4);
    if (!strcmp(how, "_exit"))
        _exit(5);
    if (!strcmp(how, "crash"))
        *(volatile int *)8 = 1;
    if (!strcmp(how, "default")) {
        signal(SIGSEGV, SIG_DFL);
        *(volatile int *)8 = 1;
    }
    if (!strcmp(how, "exec"))
        execl("/bin/sh", "sh", "-c", "exit 6", NULL);
    if (!strcmp(how, "grandchild"))
        exit(fork() ? 7 : 8);
    abort();
}

static void forks(void)
{
    static const char *const how[] = {"exit", "_exit", "crash", "default", "exec", "grandchild", "abort"};

    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        const pid_t p = fork();

        if (!p) {
            if (!freopen("/dev/null", "w", stderr)) // an MPI's backtrace holds process numbers
                _exit(9);
            child(how[i]);
        }
        work();
        say(how[i], end_of(p));
    }
}

static void commands(void)
{
    char *const args[] = {"sh", "-c", "exit 12", NULL};
    char line[100] = "";
    pid_t p;
    FILE *f;

    say("system", WEXITSTATUS(system("exit 10")));
    f = popen("echo from popen; exit 11", "r");
    if (f && fgets(line, sizeof line, f))
        printf("%s", line);
    say("popen", f ? WEXITSTATUS(pclose(f)) : -1);
    work();
    p = -1;
    say("posix_spawn", posix_spawn(&p, "/bin/sh", NULL, NULL, args, environ));
    say("spawned", end_of(p));
    p = vfork();
    if (!p) {
        signal(SIGSEGV, SIG_IGN); // the child's action, not the parent's
        execl("/bin/sh", "sh", "-c", "exit 13", NULL);
        _exit(14);
    }
    say("vfork", end_of(p));
    work();
}

static void libraries(const char *path)
{
    Dl_info info;
    char core[4096];

    for (int i = 0; i < 3; i++) {
        void *library = dlopen(path, RTLD_NOW);
        void (*plugin)(MPI_Win) = library ? (void (*)(MPI_Win))dlsym(library, "plugin") : NULL;

        if (plugin)
            plugin(win);
        say("library", plugin && !dlclose(library));
        work();
    }
    // The library that MPI_Init comes from, and the one beside it, are loaded
    // once more and let go.
    if (dladdr((void *)MPI_Init, &info)) {
        void *self = dlopen(info.dli_fname, RTLD_NOW);

        say("self", self && !dlclose(self));
        snprintf(core, sizeof core, "%.*s-core.so", (int)(strlen(info.dli_fname) - 3), info.dli_fname);
        self = dlopen(core, RTLD_NOW | RTLD_NOLOAD);
        if (self)
            dlclose(self);
    }
    work();
}

static void stay(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)n, (void)type;
    say("in a callback of MPI", 1);
    pause();
}

static volatile int ready;
static const int one = 1;

static void *deferred(void *unused)
{
    (void)unused;
    for (;;) {
        MPI_Accumulate(&one, 1, MPI_INT, 0, 8, 1, MPI_INT, MPI_SUM, win);
        ready = 1;
        pthread_testcancel();
    }
    return NULL;
}

static void *asynchronous(void *unused)
{
    int rank, type;

    (void)unused;
    MPI_Accumulate(&one, 1, MPI_INT, 0, 9, 1, MPI_INT, MPI_SUM, win);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    for (ready = 1;;)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return NULL;
}

static void *in_callback(void *arg)
{
    int a = 1, b = 2;

    ready = 1;
    MPI_Reduce_local(&a, &b, 1, MPI_INT, *(MPI_Op *)arg);
    return NULL;
}

static void cancel(const char *what, void *(*body)(void *), void *arg)
{
    pthread_t t;
    void *result = NULL;

    ready = 0;
    if (pthread_create(&t, NULL, body, arg))
        return;
    while (!ready)
        usleep(1000);
    if (body == in_callback)
        usleep(50000);
    pthread_cancel(t);
    pthread_join(t, &result);
    say(what, result == PTHREAD_CANCELED);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Op op;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_allocate(64, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    forks();
    commands();
    libraries(argv[1]);
    for (int i = 0; i < 10; i++) {
        cancel("deferred", deferred, NULL);
        cancel("asynchronous", asynchronous, NULL);
    }
    MPI_Op_create(stay, 1, &op);
    cancel("in callback", in_callback, &op);
    MPI_Op_free(&op);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (argc > 2)
        execl("/bin/sh", "sh", "-c", "echo another program; exit 15", NULL);
    MPI_Win_free(&win);
    MPI_Finalize();
    say("end", 0);
    return 0;
}
