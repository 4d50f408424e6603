// Runs a command as on a network file system that is slow: each system call of its threads that
// concerns a file below a directory takes some microseconds more, and is counted.
//
//     slowfs DIRECTORY MICROSECONDS FILE COMMAND...
//
// The counts go to FILE, by what the program is at - it says so by access("/at/WHAT") -, whose thread
// has made the call, and what kind it is: name (something is looked up), data, or map.
// TRACE_PRELOAD is the command's LD_PRELOAD.
#define _GNU_SOURCE
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PHASES = 16, KINDS = 3 };

static const char *const kinds[KINDS] = {"name", "data", "map"};

static struct {
    char name[32];
    long calls[2][KINDS]; // of the program's threads, of gomarmot's
} phases[PHASES] = {{"start", {{0}}}};

static const char *dir;
static long delay;
static int phase, last;

static void read_text(pid_t pid, uint64_t address, char *text, size_t size)
{
    const struct iovec here = {text, size - 1}, there = {(void *)(uintptr_t)address, size - 1};
    ssize_t n = process_vm_readv(pid, &here, 1, &there, 1, 0);

    if (n < 0) { // near the end of a mapping: no more than the rest of a page
        const size_t rest = 4096 - address % 4096;
        const struct iovec less = {text, rest < size ? rest : size - 1}, from = {(void *)(uintptr_t)address, less.iov_len};

        n = process_vm_readv(pid, &less, 1, &from, 1, 0);
    }
    text[n > 0 ? n : 0] = 0;
}

static int is_below(const char *path)
{
    return !strncmp(path, dir, strlen(dir));
}

static int descriptor_is_below(pid_t pid, uint64_t fd)
{
    char link[64], path[PATH_MAX];
    ssize_t n;

    snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)pid, (int)fd);
    n = readlink(link, path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    return n > 0 && is_below(path);
}

// Which argument of a call is a name, and which a descriptor; -1: none.
struct shape {
    int name, descriptor;
};

static struct shape shape_of(uint64_t call)
{
    switch (call) {
    case SYS_open:
    case SYS_stat:
    case SYS_lstat:
    case SYS_access:
    case SYS_mkdir:
    case SYS_rmdir:
    case SYS_unlink:
    case SYS_rename:
    case SYS_link:
    case SYS_readlink:
    case SYS_statfs:
    case SYS_truncate:
        return (struct shape){0, -1};
    case SYS_openat:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_mkdirat:
    case SYS_unlinkat:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_linkat:
    case SYS_readlinkat:
    case SYS_symlink:
        return (struct shape){1, 0};
    case SYS_read:
    case SYS_write:
    case SYS_pread64:
    case SYS_pwrite64:
    case SYS_readv:
    case SYS_writev:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate:
    case SYS_fallocate:
    case SYS_flock:
    case SYS_fstat:
    case SYS_fstatfs:
    case SYS_getdents64:
        return (struct shape){-1, 0};
    case SYS_mmap:
        return (struct shape){-1, 4};
    }
    return (struct shape){-1, -1};
}

static int is_checker(pid_t pid)
{
    char path[64], name[32] = "";
    FILE *f;

    snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
    f = fopen(path, "r");
    if (f && fgets(name, sizeof name, f))
        name[strcspn(name, "\n")] = 0;
    if (f)
        fclose(f);
    return !strcmp(name, "gomarmot");
}

static void enter(const char *name)
{
    phase = 0;
    while (phase < last && strcmp(phases[phase].name, name))
        phase++;
    if (strcmp(phases[phase].name, name) && last < PHASES - 1) {
        phase = ++last;
        snprintf(phases[phase].name, sizeof phases[phase].name, "%.31s", name);
    }
}

static void look(pid_t pid)
{
    struct __ptrace_syscall_info info;
    char path[PATH_MAX] = "";
    struct shape s;
    int kind;

    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof info, &info) <= 0 || info.op != PTRACE_SYSCALL_INFO_ENTRY)
        return;
    s = shape_of(info.entry.nr);
    kind = s.name >= 0 ? 0 : info.entry.nr == SYS_mmap ? 2 : 1;
    if (s.name >= 0)
        read_text(pid, info.entry.args[s.name], path, sizeof path);
    if (!strncmp(path, "/at/", 4)) {
        enter(path + 4);
        return;
    }
    if (s.name >= 0 && path[0] == '/') {
        if (!is_below(path))
            return;
    } else if (s.descriptor < 0 || !descriptor_is_below(pid, info.entry.args[s.descriptor])) {
        return;
    }
    phases[phase].calls[is_checker(pid)][kind]++;
    usleep((useconds_t)delay);
}

static void report(const char *file)
{
    FILE *f = fopen(file, "w");

    for (int i = 0; f && i <= last; i++)
        for (int checker = 0; checker < 2; checker++)
            for (int kind = 0; kind < KINDS; kind++)
                fprintf(f, "%s %s %s %ld\n", phases[i].name, checker ? "gomarmot" : "program", kinds[kind],
                        phases[i].calls[checker][kind]);
    if (f)
        fclose(f);
}

int main(int argc, char **argv)
{
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                         PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    const char *preload = getenv("TRACE_PRELOAD");
    int status, code = 0;
    pid_t first;

    if (argc < 5)
        return 2;
    dir = argv[1];
    delay = atol(argv[2]);
    first = fork();
    if (!first) {
        if (preload)
            setenv("LD_PRELOAD", preload, 1);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        execvp(argv[4], argv + 4);
        _exit(127);
    }
    waitpid(first, &status, 0);
    ptrace(PTRACE_SETOPTIONS, first, NULL, (void *)options);
    ptrace(PTRACE_SYSCALL, first, NULL, NULL);
    for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;) {
        int sig = 0;

        if (pid == first && (WIFEXITED(status) || WIFSIGNALED(status)))
            code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (!WIFSTOPPED(status))
            continue;
        if (WSTOPSIG(status) == (SIGTRAP | 0x80))
            look(pid);
        else if (status >> 16 == 0 && WSTOPSIG(status) != SIGSTOP)
            sig = WSTOPSIG(status);
        ptrace(PTRACE_SYSCALL, pid, NULL, (void *)(intptr_t)sig);
    }
    report(argv[3]);
    return code;
}
