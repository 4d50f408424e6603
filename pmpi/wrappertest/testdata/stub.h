/* The stub library's MPI: MPICH's handles, one rank. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int MPI_Handle;

enum {
	COMM_WORLD = 0x44000000,
	INT_TYPE = 0x4c000405,
	INFO_NULL = 0x1c000000,
	SUM = 0x58000003,
};

int MPI_Init(int *argc, char ***argv);
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int MPI_Finalize(void);
int MPI_Session_init(int info, int errhandler, int *session);
int MPI_Session_finalize(int *session);
int MPI_Win_create(void *base, int64_t size, int unit, int info, int comm, int *win);
int MPI_Win_create_c(void *base, int64_t size, int64_t unit, int info, int comm, int *win);
int MPI_Win_allocate(int64_t size, int unit, int info, int comm, void *baseptr, int *win);
int MPI_Win_free(int *win);
int MPI_Win_fence(int assert_arg, int win);
int MPI_Win_lock_all(int assert_arg, int win);
int MPI_Win_unlock_all(int win);
int MPI_Win_flush(int rank, int win);
int MPI_Put(const void *a, int n, int type, int rank, int64_t disp, int m, int type2, int win);
int MPI_Put_c(const void *a, int64_t n, int type, int rank, int64_t disp, int64_t m, int type2,
	int win);
int MPI_Rget_accumulate(const void *a, int n, int type, void *r, int rn, int rtype, int rank,
	int64_t disp, int m, int type2, int op, int win, int *request);
int MPI_Rput(const void *a, int n, int type, int rank, int64_t disp, int m, int type2, int win,
	int *request);
int MPI_Wait(int *request, void *status);
int MPI_Waitall(int n, int *requests, void *statuses);
int MPI_Waitsome(int n, int *requests, int *outcount, int *indices, void *statuses);
int MPI_Info_set(int info, const char *key, const char *value);
int MPI_Type_indexed(int n, const int *lengths, const int *displacements, int old, int *type);
int MPI_Type_create_struct(int n, const int *lengths, const int64_t *displacements,
	const int *types, int *type);
int MPI_Comm_dup(int comm, int *newcomm);
int MPI_Comm_idup(int comm, int *newcomm, int *request);
int MPI_Comm_group(int comm, int *group);
int MPI_Comm_rank(int comm, int *rank);
int MPI_Barrier(int comm);
int MPI_Recv(void *a, int n, int type, int source, int tag, int comm, void *status);
