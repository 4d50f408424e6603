// gomarmot: ranks=1
// The target datatype has the absolute address of one member, and the displacement
// of the other member from the start of the structure.
#include <mpi.h>
#include <stddef.h>

struct star {
	double mass;
	int kind;
	double speed[2];
};

int main(int argc, char **argv)
{
	static struct star star = {1, 0, {2, 3}};
	int lengths[2] = {1, 2};
	MPI_Aint places[2];
	MPI_Datatype type;
	struct star *there;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	places[0] = offsetof(struct star, mass);
	MPI_Get_address(star.speed, &places[1]);
	MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_Win_allocate(sizeof(struct star), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &there, &win);
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
	MPI_Put(&star, 3, MPI_DOUBLE, 0, 0, 1, type, win); // want RMA005 "ends at byte .*; the target datatype has absolute addresses and displacements from the start of the window mixed$"
	MPI_Win_unlock(0, win);
	MPI_Win_free(&win);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
