// Preloaded in front of gomarmot: one rank comes late to each of its first MPI calls, so that
// what depends on which rank comes first shows. The stubs jump, so that the call's place stays the program's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MILLISECONDS = 15, CALLS = 100 }; // a loop of calls must end in time

enum {
#define X(name) INDEX_##name,
#include "late_names.h"
#undef X
    NAMES
};

static const char *const names[NAMES] = {
#define X(name) #name,
#include "late_names.h"
#undef X
};

static void *real[NAMES];

// is_late reports whether this process is the rank that GOMARMOT_TEST_LATE names.
static int is_late(void) {
    const char *late = getenv("GOMARMOT_TEST_LATE"), *rank = getenv("PMI_RANK");
    if (!rank)
        rank = getenv("OMPI_COMM_WORLD_RANK");
    return late && rank && strcmp(late, rank) == 0;
}

// come waits if this rank is late, and returns the function that the call is of.
__attribute__((used)) static void *come(long index) {
    static atomic_int calls;
    if (atomic_load(&calls) < CALLS && is_late()) {
        atomic_fetch_add(&calls, 1);
        nanosleep(&(struct timespec){0, MILLISECONDS * 1000000L}, NULL);
    }
    if (!real[index])
        real[index] = dlsym(RTLD_NEXT, names[index]);
    return real[index];
}

// All registers that hold arguments are as the caller left them.
__asm__(".text\n"
        "gm_come:\n"
        "\tpush %rdi\n\tpush %rsi\n\tpush %rdx\n\tpush %rcx\n\tpush %r8\n\tpush %r9\n\tpush %rax\n"
        "\tmov %r11, %rdi\n\tcall come\n\tmov %rax, %r11\n"
        "\tpop %rax\n\tpop %r9\n\tpop %r8\n\tpop %rcx\n\tpop %rdx\n\tpop %rsi\n\tpop %rdi\n"
        "\tjmp *%r11\n");

#define X(name)                                                                                                        \
    __attribute__((naked)) void name(void) {                                                                           \
        __asm__("mov %0, %%r11d\n\tjmp gm_come" : : "i"(INDEX_##name));                                                \
    }
#include "late_names.h"
