/*
 * Passes what no MPI program may pass: garbage HOW, with error handlers that return, or
 * fatal ones if there is a second argument. Prints what the call returns.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WILD(T) ((T)(uintptr_t)0x1234567890000)

static int two[2];
static MPI_Comm early; /* from before the error handlers were set */

static int class_of(int rc)
{
	int class = 0;

	MPI_Error_class(rc, &class);
	return class;
}

/* Requests. */
static int wait_wild(void)
{
	return MPI_Wait(WILD(MPI_Request *), MPI_STATUS_IGNORE);
}

static int wait_null(void)
{
	return MPI_Wait(NULL, MPI_STATUS_IGNORE);
}

static int test_no_flag(void)
{
	return MPI_Test(WILD(MPI_Request *), NULL, MPI_STATUS_IGNORE);
}

static int test_wild_flag(void)
{
	MPI_Request r;
	int rc;

	MPI_Irecv(two, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &r);
	rc = MPI_Test(&r, WILD(int *), MPI_STATUS_IGNORE);
	return rc;
}

static int waitall_negative(void)
{
	return MPI_Waitall(-1, WILD(MPI_Request *), MPI_STATUSES_IGNORE);
}

static int waitall_wild(void)
{
	return MPI_Waitall(2, WILD(MPI_Request *), MPI_STATUSES_IGNORE);
}

static int waitall_null(void)
{
	return MPI_Waitall(2, NULL, MPI_STATUSES_IGNORE);
}

static int waitall_none(void)
{
	return MPI_Waitall(0, WILD(MPI_Request *), WILD(MPI_Status *));
}

static int testsome_no_outcount(void)
{
	return MPI_Testsome(2, WILD(MPI_Request *), NULL, two, MPI_STATUSES_IGNORE);
}

static int waitsome_wild_outcount(void)
{
	MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};

	return MPI_Waitsome(-2, r, WILD(int *), WILD(int *), WILD(MPI_Status *));
}

static int testall_bad_request(void)
{
	MPI_Request r[2];

	memset(r, 0, sizeof r);
	return MPI_Testall(2, r, WILD(int *), WILD(MPI_Status *));
}

static int wait_wild_status(void)
{
	MPI_Request r;

	MPI_Irecv(two, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &r);
	return MPI_Wait(&r, WILD(MPI_Status *));
}

static int cancel_wild(void)
{
	return MPI_Cancel(WILD(MPI_Request *));
}

static int start_null(void)
{
	MPI_Request r = MPI_REQUEST_NULL;

	return MPI_Start(&r);
}

/* Messages. */
static int recv_wild_status(void)
{
	return MPI_Recv(two, -1, MPI_INT, 0, 0, MPI_COMM_SELF, WILD(MPI_Status *));
}

static int recv_null_status(void)
{
	MPI_Send(two, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF);
	return MPI_Recv(two, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, NULL);
}

static int recv_no_comm(void)
{
	return MPI_Recv(WILD(void *), 1, MPI_INT, 0, 0, MPI_COMM_NULL, WILD(MPI_Status *));
}

static int iprobe_no_comm(void)
{
	return MPI_Iprobe(0, 0, MPI_COMM_NULL, WILD(int *), WILD(MPI_Status *));
}

static int improbe_bad_rank(void)
{
	return MPI_Improbe(
		99, 0, MPI_COMM_SELF, WILD(int *), WILD(MPI_Message *), WILD(MPI_Status *));
}

static int irecv_wild_request(void)
{
	return MPI_Irecv(two, 1, MPI_INT, 99, 0, MPI_COMM_SELF, WILD(MPI_Request *));
}

static int mrecv_negative(void)
{
	return MPI_Mrecv(two, -1, MPI_INT, WILD(MPI_Message *), MPI_STATUS_IGNORE);
}

/* Arrays and strings. */
static int incl_no_group(void)
{
	MPI_Group g;

	return MPI_Group_incl(MPI_GROUP_NULL, 1000000, WILD(int *), &g);
}

static int struct_negative(void)
{
	MPI_Datatype t;

	return MPI_Type_create_struct(-3, WILD(int *), WILD(MPI_Aint *), WILD(MPI_Datatype *), &t);
}

static int struct_wild_result(void)
{
	const int n[1] = {-1};
	const MPI_Aint at[1] = {0};
	const MPI_Datatype of[1] = {MPI_DATATYPE_NULL};

	return MPI_Type_create_struct(1, n, at, of, WILD(MPI_Datatype *));
}

static int indexed_beyond(void)
{
	int *one = malloc(sizeof *one);
	MPI_Datatype t;

	one[0] = 1;
	return MPI_Type_indexed(-1, one, one, MPI_INT, &t);
}

static int info_no_info(void)
{
	return MPI_Info_set(MPI_INFO_NULL, WILD(char *), WILD(char *));
}

static int info_null_key(void)
{
	MPI_Info info;

	MPI_Info_create(&info);
	return MPI_Info_set(info, NULL, WILD(char *));
}

static int open_no_comm(void)
{
	MPI_File f;

	return MPI_File_open(MPI_COMM_NULL, WILD(char *), 0, MPI_INFO_NULL, &f);
}

static int split_no_comm(void)
{
	return MPI_Comm_split(MPI_COMM_NULL, 0, 0, WILD(MPI_Comm *));
}

static int size_no_comm(void)
{
	return MPI_Comm_size(MPI_COMM_NULL, WILD(int *));
}

static int free_wild(void)
{
	return MPI_Comm_free(WILD(MPI_Comm *));
}

/* To MPICH a communicator that was given no handler has that of MPI_COMM_WORLD at the time. */
static int send_early(void)
{
	return MPI_Send(two, 1, MPI_INT, 7, 0, early);
}

static const struct {
	const char *name;
	int (*call)(void);
} all[] = {{"wait_wild", wait_wild}, {"wait_null", wait_null}, {"test_no_flag", test_no_flag},
	{"test_wild_flag", test_wild_flag}, {"waitall_negative", waitall_negative},
	{"waitall_wild", waitall_wild}, {"waitall_null", waitall_null},
	{"waitall_none", waitall_none}, {"testsome_no_outcount", testsome_no_outcount},
	{"waitsome_wild_outcount", waitsome_wild_outcount},
	{"testall_bad_request", testall_bad_request}, {"wait_wild_status", wait_wild_status},
	{"cancel_wild", cancel_wild}, {"start_null", start_null},
	{"recv_wild_status", recv_wild_status}, {"recv_null_status", recv_null_status},
	{"recv_no_comm", recv_no_comm}, {"iprobe_no_comm", iprobe_no_comm},
	{"improbe_bad_rank", improbe_bad_rank}, {"irecv_wild_request", irecv_wild_request},
	{"mrecv_negative", mrecv_negative}, {"incl_no_group", incl_no_group},
	{"struct_negative", struct_negative}, {"struct_wild_result", struct_wild_result},
	{"indexed_beyond", indexed_beyond}, {"info_no_info", info_no_info},
	{"info_null_key", info_null_key}, {"open_no_comm", open_no_comm},
	{"split_no_comm", split_no_comm}, {"size_no_comm", size_no_comm}, {"free_wild", free_wild},
	{"send_early", send_early}};

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_dup(MPI_COMM_WORLD, &early);
	if (argc == 2) {
		MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
		MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	}
	for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; i++)
		if (!strcmp(all[i].name, argv[1])) {
			printf("rank 0 makes %s\n", argv[1]);
			fflush(stdout);
			printf("rank 0 gets class %d\n", class_of(all[i].call()));
			fflush(stdout);
		}
	_Exit(7);
}
