/* Two sessions, one after the other. */
#include "stub.h"

int main(void)
{
	int session = 0;

	for (int i = 0; i < 2; i++) {
		MPI_Session_init(INFO_NULL, 0, &session);
		MPI_Session_finalize(&session);
	}
	return 0;
}
