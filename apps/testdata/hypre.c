// Conjugate gradients with an algebraic multigrid preconditioner of hypre. Its
// ranks find out whom to send to with receives from any source.
#include <HYPRE.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <mpi.h>
#include <stdio.h>

#define SIDE 40

int main(int argc, char **argv)
{
	int rank, size;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	HYPRE_Init();
	HYPRE_BigInt first = SIDE * SIDE * rank / size, last = SIDE * SIDE * (rank + 1) / size - 1;

	HYPRE_IJMatrix matrix;
	HYPRE_IJVector right, left;
	HYPRE_IJMatrixCreate(MPI_COMM_WORLD, first, last, first, last, &matrix);
	HYPRE_IJMatrixSetObjectType(matrix, HYPRE_PARCSR);
	HYPRE_IJMatrixInitialize(matrix);
	HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, &right);
	HYPRE_IJVectorSetObjectType(right, HYPRE_PARCSR);
	HYPRE_IJVectorInitialize(right);
	HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, &left);
	HYPRE_IJVectorSetObjectType(left, HYPRE_PARCSR);
	HYPRE_IJVectorInitialize(left);
	for (HYPRE_BigInt i = first; i <= last; i++) {
		HYPRE_BigInt x = i % SIDE, y = i / SIDE, column[5];
		double value[5], one = 1 + (double)(i % 3), zero = 0;
		HYPRE_Int n = 0;
		const HYPRE_BigInt to[5] = {y > 0 ? i - SIDE : -1, x > 0 ? i - 1 : -1, i, x < SIDE - 1 ? i + 1 : -1, y < SIDE - 1 ? i + SIDE : -1};
		for (int k = 0; k < 5; k++) {
			if (to[k] < 0)
				continue;
			column[n] = to[k];
			value[n++] = k == 2 ? 4 : -1;
		}
		HYPRE_IJMatrixSetValues(matrix, 1, &n, &i, column, value);
		HYPRE_IJVectorSetValues(right, 1, &i, &one);
		HYPRE_IJVectorSetValues(left, 1, &i, &zero);
	}
	if (rank == 0) { // entries of rows that another rank has
		HYPRE_BigInt row = SIDE * SIDE - 1, column = 0;
		HYPRE_Int n = 1;
		double value = -0.125;
		HYPRE_IJMatrixAddToValues(matrix, 1, &n, &row, &column, &value);
		HYPRE_IJMatrixAddToValues(matrix, 1, &n, &column, &row, &value);
	}
	HYPRE_ParCSRMatrix a;
	HYPRE_ParVector b, x;
	HYPRE_IJMatrixAssemble(matrix);
	HYPRE_IJMatrixGetObject(matrix, (void **)&a);
	HYPRE_IJVectorAssemble(right);
	HYPRE_IJVectorGetObject(right, (void **)&b);
	HYPRE_IJVectorAssemble(left);
	HYPRE_IJVectorGetObject(left, (void **)&x);

	HYPRE_Solver solver, multigrid;
	HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &solver);
	HYPRE_PCGSetMaxIter(solver, 50);
	HYPRE_PCGSetTol(solver, 1e-9);
	HYPRE_BoomerAMGCreate(&multigrid);
	HYPRE_BoomerAMGSetRelaxType(multigrid, 6);
	HYPRE_BoomerAMGSetTol(multigrid, 0);
	HYPRE_BoomerAMGSetMaxIter(multigrid, 1);
	HYPRE_PCGSetPrecond(solver, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, multigrid);
	HYPRE_ParCSRPCGSetup(solver, a, b, x);
	HYPRE_ParCSRPCGSolve(solver, a, b, x);
	double residual, sum;
	HYPRE_PCGGetFinalRelativeResidualNorm(solver, &residual);
	HYPRE_ParVectorInnerProd(x, b, &sum);
	if (rank == 0)
		printf("checksum converged: %s, energy %.5f\n", residual < 1e-9 ? "yes" : "no", sum);

	HYPRE_ParCSRPCGDestroy(solver);
	HYPRE_BoomerAMGDestroy(multigrid);
	HYPRE_IJMatrixDestroy(matrix);
	HYPRE_IJVectorDestroy(right);
	HYPRE_IJVectorDestroy(left);
	HYPRE_Finalize();
	MPI_Finalize();
	return 0;
}
