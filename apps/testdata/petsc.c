// PETSc's star forests: broadcast, reduction, gather, scatter and
// fetch-and-op from roots to leaves of other ranks, as meshes and vectors use
// them. With -sf_type window PETSc does them by MPI windows:
//
//	petsc -sf_type window -sf_window_sync fence|active|lock
//	      -sf_window_flavor create|shared
//
// -solve also solves a linear system, whose vectors go through forests too, and
// writes and reads the solution (-viewer_binary_mpiio: by MPI-IO);
// -twice makes two leaves of one rank meet at one root.
#include <petscksp.h>
#include <petscsf.h>

// Each rank owns nroots roots; its leaves are roots of all ranks in turn.
static PetscErrorCode forest(MPI_Comm comm, PetscSF *sf, PetscInt nroots, PetscInt nleaves, PetscBool twice)
{
	PetscMPIInt rank, size;
	PetscSFNode *remote;
	PetscFunctionBeginUser;
	PetscCallMPI(MPI_Comm_rank(comm, &rank));
	PetscCallMPI(MPI_Comm_size(comm, &size));
	PetscCall(PetscMalloc1(nleaves, &remote));
	for (PetscInt i = 0; i < nleaves; i++) {
		remote[i].rank = (rank + i) % size;
		remote[i].index = (twice ? i * 3 + rank : i / size + rank) % nroots;
	}
	PetscCall(PetscSFCreate(comm, sf));
	PetscCall(PetscSFSetFromOptions(*sf));
	PetscCall(PetscSFSetGraph(*sf, nroots, nleaves, NULL, PETSC_COPY_VALUES, remote, PETSC_OWN_POINTER));
	PetscCall(PetscSFSetUp(*sf));
	PetscFunctionReturn(0);
}

static PetscErrorCode exercise(PetscSF sf, PetscInt nroots, PetscInt nleaves, PetscInt *sum)
{
	PetscInt *root, *leaf, *update, *multi, total;
	const PetscInt *degree;
	PetscMPIInt rank;
	PetscFunctionBeginUser;
	PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
	PetscCall(PetscSFComputeDegreeBegin(sf, &degree));
	PetscCall(PetscSFComputeDegreeEnd(sf, &degree));
	total = 0;
	for (PetscInt i = 0; i < nroots; i++)
		total += degree[i];
	PetscCall(PetscMalloc4(nroots, &root, nleaves, &leaf, nleaves, &update, total, &multi));
	for (PetscInt i = 0; i < nroots; i++)
		root[i] = 100 * (rank + 1) + i;
	for (PetscInt i = 0; i < nleaves; i++)
		leaf[i] = -1;
	for (int again = 0; again < 3; again++) {
		PetscCall(PetscSFBcastBegin(sf, MPIU_INT, root, leaf, MPI_REPLACE));
		PetscCall(PetscSFBcastEnd(sf, MPIU_INT, root, leaf, MPI_REPLACE));
		PetscCall(PetscSFReduceBegin(sf, MPIU_INT, leaf, root, MPI_SUM));
		PetscCall(PetscSFReduceEnd(sf, MPIU_INT, leaf, root, MPI_SUM));
	}
	for (PetscInt i = 0; i < nleaves; i++)
		leaf[i] = 1000 * (rank + 1) + i;
	PetscCall(PetscSFReduceBegin(sf, MPIU_INT, leaf, root, MPI_MAX));
	PetscCall(PetscSFReduceEnd(sf, MPIU_INT, leaf, root, MPI_MAX));
	PetscCall(PetscSFGatherBegin(sf, MPIU_INT, leaf, multi));
	PetscCall(PetscSFGatherEnd(sf, MPIU_INT, leaf, multi));
	for (PetscInt i = 0; i < total; i++)
		*sum += multi[i] % 997;
	for (PetscInt i = 0; i < total; i++)
		multi[i] += 1;
	PetscCall(PetscSFScatterBegin(sf, MPIU_INT, multi, leaf));
	PetscCall(PetscSFScatterEnd(sf, MPIU_INT, multi, leaf));
	for (PetscInt i = 0; i < nleaves; i++)
		*sum += leaf[i] * (i + 1);
	PetscCall(PetscSFFetchAndOpBegin(sf, MPIU_INT, root, leaf, update, MPI_SUM));
	PetscCall(PetscSFFetchAndOpEnd(sf, MPIU_INT, root, leaf, update, MPI_SUM));
	for (PetscInt i = 0; i < nroots; i++)
		*sum += root[i] * (i + 1);
	PetscCall(PetscFree4(root, leaf, update, multi));
	PetscFunctionReturn(0);
}

// The Laplacian of a line, solved by CG with block Jacobi.
static PetscErrorCode solve(PetscReal *norm, PetscInt *steps)
{
	Mat a;
	Vec x, b;
	KSP ksp;
	PetscInt n = 120, first, end;
	PetscFunctionBeginUser;
	PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n, n, 3, NULL, 2, NULL, &a));
	PetscCall(MatGetOwnershipRange(a, &first, &end));
	for (PetscInt i = first; i < end; i++) {
		if (i > 0)
			PetscCall(MatSetValue(a, i, i - 1, -1, INSERT_VALUES));
		if (i < n - 1)
			PetscCall(MatSetValue(a, i, i + 1, -1, INSERT_VALUES));
		PetscCall(MatSetValue(a, i, i, 2, INSERT_VALUES));
	}
	PetscCall(MatAssemblyBegin(a, MAT_FINAL_ASSEMBLY));
	PetscCall(MatAssemblyEnd(a, MAT_FINAL_ASSEMBLY));
	PetscCall(MatCreateVecs(a, &x, &b));
	PetscCall(VecSet(b, 1));
	PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
	PetscCall(KSPSetOperators(ksp, a, a));
	PetscCall(KSPSetType(ksp, KSPCG));
	PetscCall(KSPSetTolerances(ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
	PetscCall(KSPSetFromOptions(ksp));
	PetscCall(KSPSolve(ksp, b, x));
	PetscCall(KSPGetIterationNumber(ksp, steps));
	PetscViewer file;
	PetscCall(PetscViewerBinaryOpen(PETSC_COMM_WORLD, "solution", FILE_MODE_WRITE, &file));
	PetscCall(MatView(a, file));
	PetscCall(VecView(x, file));
	PetscCall(PetscViewerDestroy(&file));
	PetscCall(PetscViewerBinaryOpen(PETSC_COMM_WORLD, "solution", FILE_MODE_READ, &file));
	PetscCall(MatDestroy(&a));
	PetscCall(MatCreate(PETSC_COMM_WORLD, &a));
	PetscCall(MatSetType(a, MATAIJ));
	PetscCall(MatLoad(a, file));
	PetscCall(VecLoad(b, file));
	PetscCall(PetscViewerDestroy(&file));
	PetscCall(VecDot(b, x, norm));
	PetscCall(KSPDestroy(&ksp));
	PetscCall(VecDestroy(&x));
	PetscCall(VecDestroy(&b));
	PetscCall(MatDestroy(&a));
	PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
	PetscSF sf;
	PetscInt sum = 0, steps = 0, nroots = 12, nleaves = 20;
	PetscReal norm = 0;
	PetscBool solving = PETSC_FALSE, twice = PETSC_FALSE;
	PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
	PetscCall(PetscOptionsGetBool(NULL, NULL, "-solve", &solving, NULL));
	PetscCall(PetscOptionsGetBool(NULL, NULL, "-twice", &twice, NULL));
	PetscCall(forest(PETSC_COMM_WORLD, &sf, nroots, nleaves, twice));
	PetscCall(exercise(sf, nroots, nleaves, &sum));
	PetscCall(PetscSFDestroy(&sf));
	if (solving)
		PetscCall(solve(&norm, &steps));
	PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD));
	PetscCall(PetscPrintf(PETSC_COMM_WORLD, "checksum %" PetscInt_FMT " %.8g %" PetscInt_FMT "\n", sum, (double)norm, steps));
	PetscCall(PetscFinalize());
	return 0;
}
