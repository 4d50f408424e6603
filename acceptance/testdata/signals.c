// What signals do to an MPI program: signals HOW [WHAT]. Prints what it sees.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE, SIGTERM, SIGHUP, SIGINT, SIGUSR1,
                              SIGUSR2, SIGURG, SIGCHLD, SIGPROF, SIGALRM, SIGVTALRM, SIGXFSZ, SIGXCPU, SIGIO, 34, 40};
enum { SIGNALS = sizeof signals / sizeof *signals, STACK = 64 << 10 };

static char other_stack[STACK];
static volatile sig_atomic_t handled, misled;
static sigjmp_buf back;

static void say(const char *text)
{
    if (write(1, text, strlen(text)) < 0)
        _exit(9);
}

static MPI_Win win = MPI_WIN_NULL;

// Runs a bit of MPI, so that there is something to record.
static void work(void)
{
    static int *cell;

    if (!cell)
        MPI_Win_allocate(sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&(int){7}, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}

static void finalize(void)
{
    if (win != MPI_WIN_NULL)
        MPI_Win_free(&win);
    MPI_Finalize();
}

// Whose an action is.
static void print_action(const char *when, int sig)
{
    struct sigaction a;
    Dl_info info;
    sigset_t *m = &a.sa_mask;
    const char *name = "?";

    if (sigaction(sig, NULL, &a))
        return;
    if (a.sa_handler == SIG_DFL)
        name = "default";
    else if (a.sa_handler == SIG_IGN)
        name = "ignored";
    else if (dladdr((void *)a.sa_handler, &info))
        name = strrchr(info.dli_fname, '/') ? strrchr(info.dli_fname, '/') + 1 : info.dli_fname;
    printf("%s %d: %s flags %x mask %lx\n", when, sig, name, (unsigned)a.sa_flags, *(unsigned long *)m);
}

static void print_all(const char *when)
{
    stack_t stack;
    sigset_t blocked;

    for (int s = 1; s <= 64; s++)
        print_action(when, s);
    sigaltstack(NULL, &stack);
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    printf("%s: stack %d %zu blocked %lx\n", when, stack.ss_flags, stack.ss_size, *(unsigned long *)&blocked);
}

static const char *thread_name(void)
{
    static char name[16];

    if (syscall(SYS_gettid) == getpid())
        return "the main thread";
    prctl(PR_GET_NAME, name);
    return name;
}

static void report(int sig, int code)
{
    char here, line[200];
    const int on_other = &here >= other_stack && &here < other_stack + STACK;

    handled++;
    snprintf(line, sizeof line, "handler of %d, code %d, in %s, %s stack\n", sig, code, thread_name(),
             on_other ? "other" : "own");
    say(line);
}

static void plain(int sig)
{
    report(sig, 0);
}

static void with_info(int sig, siginfo_t *info, void *context)
{
    struct sigaction a;

    (void)context; // an MPI's handler that calls this one gives no info
    sigaction(sig, NULL, &a);
    report(sig, a.sa_sigaction == with_info ? info->si_code : 0);
}

static void install(int sig, int flags)
{
    struct sigaction a;

    memset(&a, 0, sizeof a);
    sigaddset(&a.sa_mask, SIGUSR2);
    a.sa_flags = flags;
    if (flags & SA_SIGINFO)
        a.sa_sigaction = with_info;
    else
        a.sa_handler = plain;
    sigaction(sig, &a, NULL);
}

static void raise_all(const char *when)
{
    for (int i = 0; i < SIGNALS; i++) {
        print_action(when, signals[i]);
        fflush(stdout);
#ifdef MPICH_VERSION
        if (signals[i] == SIGUSR1)
            continue; // to MPICH it says that a process has failed
#endif
        raise(signals[i]);
        work();
    }
}

// Handlers of all kinds of signals, installed before MPI_Init and after.
static void handlers(int flags)
{
    const stack_t stack = {.ss_sp = other_stack, .ss_size = STACK};
    void (*old)(int);

    sigaltstack(&stack, NULL);
    for (int i = 0; i < SIGNALS; i++)
        install(signals[i], flags);
    MPI_Init(NULL, NULL);
    print_all("init");
    raise_all("before");
    for (int i = 0; i < SIGNALS; i++) {
        signal(signals[i], SIG_DFL);
        install(signals[i], flags ^ SA_ONSTACK);
    }
    raise_all("after");
    // Taken away and put back the old way.
    old = signal(SIGSEGV, SIG_IGN);
    raise(SIGSEGV);
    signal(SIGSEGV, old);
    print_action("put back", SIGSEGV);
    printf("%d\n", (int)handled);
    finalize();
    print_all("finalized");
}

// Threads of the program and of the MPI do not block all signals.
static void count(int sig, siginfo_t *info, void *context)
{
    const ucontext_t *interrupted = context;

    (void)sig;
    (void)info;
    handled++;
    if (sigismember(&interrupted->uc_sigmask, SIGUSR2) && sigismember(&interrupted->uc_sigmask, SIGWINCH))
        misled++;
}

// Signals to the process while its threads are busy with MPI: none of them
// may end up in a thread that is not the program's.
static void to_process(void)
{
    const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    struct timespec end, now;
    struct sigaction a;

    memset(&a, 0, sizeof a);
    a.sa_sigaction = count;
    a.sa_flags = SA_RESTART | SA_SIGINFO;
    MPI_Init(NULL, NULL);
    sigaction(SIGPROF, &a, NULL);
    sigaction(SIGCHLD, &a, NULL);
    sigaction(SIGRTMIN, &a, NULL);
    setitimer(ITIMER_PROF, &often, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    do {
        work();
        kill(getpid(), SIGCHLD);
        kill(getpid(), SIGRTMIN);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (handled < 2000 || (now.tv_sec - end.tv_sec) * 1000 + (now.tv_nsec - end.tv_nsec) / 1000000 < 300);
    setitimer(ITIMER_PROF, &never, NULL);
    printf("%d in threads of gomarmot\n", (int)misled);
    finalize();
}

// While the main thread blocks a signal, no thread of gomarmot's takes it.
static void blocked(void)
{
    static const int kept[] = {SIGCHLD, SIGPROF, SIGALRM, SIGURG, SIGUSR1, SIGTERM, 34};
    const struct timespec soon = {0, 20000000};
    sigset_t set, pending;

    MPI_Init(NULL, NULL);
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        install(kept[i], 0);
        sigaddset(&set, kept[i]);
    }
    sigprocmask(SIG_BLOCK, &set, NULL);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        kill(getpid(), kept[i]);
        work();
        for (int n = 0; n < 10; n++) { /* another thread may take it, as soon as it runs */
            nanosleep(&soon, NULL);
            sigpending(&pending);
            if (!sigismember(&pending, kept[i]))
                break;
        }
        printf("%d is %s\n", kept[i], sigismember(&pending, kept[i]) ? "pending" : "gone");
        fflush(stdout);
    }
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    finalize();
}

static void jump(int sig)
{
    (void)sig;
    say("jumps\n");
    siglongjmp(back, 1);
}

static struct sigaction before;

static void chain(int sig, siginfo_t *info, void *context)
{
    say("chained\n");
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(sig, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
        before.sa_handler(sig);
    else {
        signal(sig, SIG_DFL);
        raise(sig);
    }
}

static void last(int sig)
{
    report(sig, 0);
    signal(sig, SIG_DFL);
    raise(sig);
}

static volatile int zero;

__attribute__((noinline)) static void use_stack(void)
{
    volatile char big[16 << 20];

    big[0] = (char)zero;
    zero = big[0];
}

// Ends the program, unless a handler keeps it.
static void strike(const char *what)
{
    const struct rlimit small = {1 << 20, 1 << 20};
    int pipes[2];

    if (!strcmp(what, "segv"))
        *(volatile int *)8 = 1;
    if (!strcmp(what, "bus")) {
        FILE *f = tmpfile();
        volatile char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(f), 0);

        *p = 1;
    }
    if (!strcmp(what, "fpe")) {
        zero = 1 / zero;
        raise(SIGFPE); // where dividing by 0 raises nothing
    }
    if (!strcmp(what, "pipe") && !pipe(pipes)) {
        close(pipes[0]);
        if (write(pipes[1], what, 1) < 0)
            say("no signal\n");
    }
    if (!strcmp(what, "xfsz")) {
        FILE *f = tmpfile();

        setrlimit(RLIMIT_FSIZE, &small);
        if (pwrite(fileno(f), what, 1, 2 << 20) < 0)
            say("no signal\n");
    }
    if (!strcmp(what, "abort"))
        abort();
    if (!strcmp(what, "stack"))
        use_stack();
    for (int i = 0; i < SIGNALS; i++)
        if (atoi(what) == signals[i])
            raise(signals[i]);
}

// HOW is what the program does about it.
static void fatal(const char *how, const char *what)
{
    struct sigaction a;

    memset(&a, 0, sizeof a);
    a.sa_handler = !strcmp(how, "jump") ? jump : last;
    if (!strcmp(how, "early"))
        sigaction(SIGSEGV, &a, NULL);
    MPI_Init(NULL, NULL);
    work();
    if (!strcmp(how, "late") || !strcmp(how, "jump"))
        sigaction(SIGSEGV, &a, NULL);
    if (!strcmp(how, "chain")) {
        a.sa_sigaction = chain;
        a.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &a, &before);
    }
    if (!strcmp(how, "handed back")) {
        void (*old)(int) = signal(SIGSEGV, SIG_IGN);

        signal(SIGSEGV, old);
    }
    fflush(stdout);
    for (int i = 0; i < 3; i++) {
        if (!strcmp(how, "jump") && sigsetjmp(back, 1)) {
            work();
            continue;
        }
        strike(what);
    }
    if (!strcmp(what, "10")) { // MPICH takes it for the failure of a process
        say("goes on\n");
        _exit(0);
    }
    work();
    say("goes on\n");
    finalize();
}

int main(int argc, char **argv)
{
    const char *how = argv[1], *what = argc > 2 ? argv[2] : "";

    if (!strcmp(how, "handlers"))
        handlers(!strcmp(what, "info") ? SA_SIGINFO | SA_ONSTACK : !strcmp(what, "onstack") ? SA_ONSTACK : 0);
    else if (!strcmp(how, "to process"))
        to_process();
    else if (!strcmp(how, "blocked"))
        blocked();
    else
        fatal(how, what);
    return 0;
}
