// An unstructured mesh with PETSc's DMPlex: created on one rank, distributed,
// refined, with overlap, and a field on it whose ghosts are exchanged. All of
// it goes through star forests: with -sf_type window, through MPI windows.
#include <petscdmplex.h>
#include <petscsf.h>

int main(int argc, char **argv)
{
	DM dm, moved;
	PetscSection section;
	Vec global, local;
	PetscSF migration;
	PetscInt first, end, cells, faces[2] = {6, 5}, total[2], sum[2];
	PetscReal norm;

	PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
	PetscCall(DMPlexCreateBoxMesh(PETSC_COMM_WORLD, 2, PETSC_FALSE, faces, NULL, NULL, NULL, PETSC_TRUE, &dm));
	PetscCall(DMPlexDistribute(dm, 0, &migration, &moved));
	if (moved) {
		PetscCall(PetscSFDestroy(&migration));
		PetscCall(DMDestroy(&dm));
		dm = moved;
	}
	PetscCall(DMPlexDistributeOverlap(dm, 1, NULL, &moved));
	if (moved) {
		PetscCall(DMDestroy(&dm));
		dm = moved;
	}
	PetscCall(DMPlexGetHeightStratum(dm, 0, &first, &end));
	cells = end - first;

	PetscInt components[1] = {1}, dof[3] = {2, 1, 1}, fields = 1;
	PetscCall(DMSetNumFields(dm, fields));
	PetscCall(DMPlexCreateSection(dm, NULL, components, dof, 0, NULL, NULL, NULL, NULL, &section));
	PetscCall(DMSetLocalSection(dm, section));
	PetscCall(PetscSectionDestroy(&section));
	PetscCall(DMGetGlobalVector(dm, &global));
	PetscCall(DMGetLocalVector(dm, &local));
	for (int again = 0; again < 3; again++) {
		PetscCall(VecSet(global, 1 + again));
		PetscCall(DMGlobalToLocal(dm, global, INSERT_VALUES, local));
		PetscCall(VecScale(local, 2));
		PetscCall(DMLocalToGlobal(dm, local, ADD_VALUES, global));
	}
	PetscCall(VecNorm(global, NORM_1, &norm));
	PetscCall(VecGetSize(global, &total[1]));
	PetscCall(DMRestoreLocalVector(dm, &local));
	PetscCall(DMRestoreGlobalVector(dm, &global));
	total[0] = cells;
	PetscCallMPI(MPI_Allreduce(total, sum, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD));
	PetscCall(DMDestroy(&dm));
	PetscCall(PetscPrintf(PETSC_COMM_WORLD, "checksum %" PetscInt_FMT " %" PetscInt_FMT " %g\n", sum[0], total[1], (double)norm));
	PetscCall(PetscFinalize());
	return 0;
}
