// An MPI in three parts, as MPItrampoline is. -DAPP: a program that knows the handles and statuses of the trampoline
// only. -DWRAPPER: the part that is linked with an MPI library. Otherwise the trampoline: it loads the wrapper named by
// TRAMPOLINE_LIB for itself, and passes all calls on to it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD = 0x77 }; // the trampoline's MPI_COMM_WORLD

#ifdef APP

int MPI_Init(int *argc, char ***argv);
int MPI_Comm_rank(size_t comm, int *rank);
int MPI_Bcast(void *data, int n, size_t type, int root, size_t comm);
int MPI_Finalize(void);

int main(int argc, char **argv) {
    int rank = -1, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    value = rank ? 0 : 42;
    MPI_Bcast(&value, 1, sizeof value, 0, WORLD);
    printf("rank %d has %d\n", rank, value);
    return MPI_Finalize();
}

#elif defined(WRAPPER)
#include <mpi.h>

int wrap_init(int *argc, char ***argv) { return MPI_Init(argc, argv); }
int wrap_initialized(int *flag) { return MPI_Initialized(flag); }
int wrap_version(char *text, int *length) { return MPI_Get_library_version(text, length); }
int wrap_rank(size_t comm, int *rank) { return comm == WORLD ? MPI_Comm_rank(MPI_COMM_WORLD, rank) : MPI_ERR_COMM; }
int wrap_bcast(void *data, int n, size_t type, int root) {
    return MPI_Bcast(data, n * (int)type, MPI_BYTE, root, MPI_COMM_WORLD);
}
int wrap_finalize(void) { return MPI_Finalize(); }

#else

static void *wrapped(const char *name) {
    static void *library;
    void *found;

    if (!library)
        library = dlopen(getenv("TRAMPOLINE_LIB"), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    found = library ? dlsym(library, name) : NULL;
    if (!found) {
        puts(dlerror());
        abort();
    }
    return found;
}

#define CALL(name, how, params, args)                                                                                       \
    int P##name params { return ((int(*) params)wrapped(how)) args; }                                              \
    int name params __attribute__((alias("P" #name)));

CALL(MPI_Init, "wrap_init", (int *argc, char ***argv), (argc, argv))
CALL(MPI_Initialized, "wrap_initialized", (int *flag), (flag))
CALL(MPI_Get_library_version, "wrap_version", (char *text, int *length), (text, length))
CALL(MPI_Comm_rank, "wrap_rank", (size_t comm, int *rank), (comm, rank))
CALL(MPI_Bcast, "wrap_bcast", (void *data, int n, size_t type, int root, size_t comm), (data, n, type, root, comm))
CALL(MPI_Finalize, "wrap_finalize", (void), ())

#endif
