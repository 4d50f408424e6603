// A profiler: counts some calls, passes them on, and says at the end how many it
// has seen. It passes on by PMPI_ names; with -DNEXT to the next function of the
// same name, with -DOPEN to the function that it looks up in the MPI library itself, with
// -DBYPASS to the function in the MPI library's symbol table, which no other tool sees. -DFEW
// leaves MPI_Init and MPI_Finalize alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef NEXT
#define REAL(name) ((__typeof(&name))dlsym(RTLD_NEXT, #name))
#elif defined(OPEN)
static void *library(void) {
    static void *found;
    Dl_info in;
    if (!found && dladdr(dlsym(RTLD_DEFAULT, "MPI_Wtime"), &in))
        found = dlopen(in.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    return found;
}
#define REAL(name) ((__typeof(&name))dlsym(library(), #name))
#elif defined(BYPASS)
#include "bypass.h"
#define REAL(name) ((__typeof(&name))bypass(#name))
#else
#define REAL(name) P##name
#endif

enum { INIT, FENCE, PUT, WAIT, CLOSE, BARRIER, FINALIZE, CALLS };
static int count[CALLS];

static void __attribute__((destructor)) tell(void) {
    const char *rank = getenv("OMPI_COMM_WORLD_RANK") ? getenv("OMPI_COMM_WORLD_RANK") : getenv("PMI_RANK");

    if (!rank || rank[0] != '0' || count[FENCE] + count[PUT] + count[WAIT] == 0)
        return;
    printf("tool: %d %d %d %d %d %d %d\n", count[INIT], count[FENCE], count[PUT], count[WAIT], count[CLOSE],
        count[BARRIER], count[FINALIZE]);
    fflush(stdout);
}

#ifndef FEW
int MPI_Init(int *argc, char ***argv) {
    int rank, size;
    const int rc = REAL(MPI_Init)(argc, argv);

    count[INIT]++;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); // a tool may call either name
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    return rank < size ? rc : MPI_ERR_OTHER;
}

int MPI_Finalize(void) {
    int sum = 0;

    count[FINALIZE]++;
    PMPI_Allreduce(&count[PUT], &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return REAL(MPI_Finalize)();
}
#endif

int MPI_Win_fence(int assert, MPI_Win win) {
    count[FENCE]++;
    return REAL(MPI_Win_fence)(assert, win);
}

int MPI_Put(const void *addr, int n, MPI_Datatype type, int target, MPI_Aint at, int tn, MPI_Datatype ttype, MPI_Win win) {

    count[PUT]++;
#ifndef BYPASS // a tool with PMPI_ calls could pass on by them
    MPI_Group group;
    PMPI_Win_get_group(win, &group);
    PMPI_Group_free(&group);
#endif
    return REAL(MPI_Put)(addr, n, type, target, at, tn, ttype, win);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    count[WAIT]++;
    return REAL(MPI_Wait)(request, status);
}

int MPI_File_close(MPI_File *file) {
    count[CLOSE]++;
    return REAL(MPI_File_close)(file);
}

int MPI_Barrier(MPI_Comm comm) {
    count[BARRIER]++;
    return REAL(MPI_Barrier)(comm);
}
