/*
 * A libmpi that does nothing, for the call-cost benchmark and C tests: a single
 * rank, MPICH's handles, every call succeeds.
 */
#ifndef STUB_H
#define STUB_H

#include <stdint.h>

#define STUB_EXPORT __attribute__((visibility("default")))

/* MPI_x is a weak alias of PMPI_x, as in a real library. */
#define STUB(name, params)                                                   \
	STUB_EXPORT int P##name params;                                      \
	STUB_EXPORT int name params __attribute__((weak, alias("P" #name))); \
	int P##name params

/* A handle that has just been made, and the null handle, of each class. */
enum {
	STUB_MPI_Comm = 0x84000000,
	STUB_MPI_Group = 0x88000000,
	STUB_MPI_Datatype = 0x8c000005,
	STUB_MPI_Errhandler = 0x94000000,
	STUB_MPI_Op = 0x98000000,
	STUB_MPI_Info = 0x9c000000,
	STUB_MPI_Win = 0xa0000000,
	STUB_MPI_Request = 0xac000000,
	STUB_MPI_Message = 0xac000001,
	STUB_MPI_Session = 0xb8000000,
	STUB_NULL = 0x3fffffff, /* and-ed to a handle */
};

void stub_handle(void *out, uint32_t handle);
void stub_null(void *inout, uint32_t handle);
void stub_file(void *out, int open); /* a pointer, as in MPICH; otherwise NULL */
void stub_int(void *out);
void stub_long(void *out);
void stub_memory(void *out);

#endif
