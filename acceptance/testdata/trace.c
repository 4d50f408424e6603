// Runs a command and prints, of it and its children, the system calls that
// start a process or thread, open something or set a signal handler:
// trace COMMAND... TRACE_PRELOAD is the command's LD_PRELOAD.
#define _GNU_SOURCE
#include <fcntl.h>
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

static void print_path(pid_t pid, const char *what, uint64_t address)
{
    char path[512] = "";
    const struct iovec here = {path, sizeof path - 1}, there = {(void *)(uintptr_t)address, sizeof path - 1};

    if (process_vm_readv(pid, &here, 1, &there, 1, 0) < 0)
        for (size_t i = 0; i + 1 < sizeof path; i += sizeof(long)) { // near the end of the memory
            const long word = ptrace(PTRACE_PEEKDATA, pid, (void *)(uintptr_t)(address + i), NULL);

            memcpy(path + i, &word, sizeof word);
            if (memchr(&word, 0, sizeof word))
                break;
        }
    fprintf(stderr, "%s %s\n", what, path);
}

static void print_call(pid_t pid)
{
    struct __ptrace_syscall_info info;

    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof info, &info) <= 0 ||
        info.op != PTRACE_SYSCALL_INFO_ENTRY)
        return;
    switch (info.entry.nr) {
#ifdef SYS_open
    case SYS_open:
        print_path(pid, "open", info.entry.args[0]);
        break;
#endif
    case SYS_openat:
        print_path(pid, "open", info.entry.args[1]);
        break;
    case SYS_socket:
    case SYS_memfd_create:
    case SYS_rt_sigaction:
    case SYS_timer_create:
    case SYS_epoll_create1:
    case SYS_eventfd2:
    case SYS_futex:
        fprintf(stderr, "call %d\n", (int)info.entry.nr);
    }
}

int main(int argc, char **argv)
{
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                         PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    const char *preload = getenv("TRACE_PRELOAD");
    const pid_t first = fork();
    int status, code = 0;

    (void)argc;
    if (!first) {
        if (preload)
            setenv("LD_PRELOAD", preload, 1);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    waitpid(first, &status, 0);
    ptrace(PTRACE_SETOPTIONS, first, NULL, (void *)options);
    ptrace(PTRACE_SYSCALL, first, NULL, NULL);
    for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;) {
        long signal = 0;

        if (WIFEXITED(status) && pid == first)
            code = WEXITSTATUS(status);
        if (!WIFSTOPPED(status))
            continue;
        // Not where the call is entered: if a signal arrives, it starts again.
        if (status >> 16 == PTRACE_EVENT_FORK || status >> 16 == PTRACE_EVENT_VFORK || status >> 16 == PTRACE_EVENT_CLONE)
            fprintf(stderr, "clone\n");
        if (WSTOPSIG(status) == (SIGTRAP | 0x80))
            print_call(pid);
        else if (WSTOPSIG(status) != SIGTRAP && WSTOPSIG(status) != SIGSTOP)
            signal = WSTOPSIG(status);
        ptrace(PTRACE_SYSCALL, pid, NULL, (void *)signal);
    }
    return code;
}
