/*
 * Semaphores and barriers of the C library in memory that processes share: they order loads and
 * stores of the processes as the program's own atomic operations do, and are recorded like them.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "libc.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Records a synchronization with an object as an atomic access to it. */
static void meet(void *object, uintptr_t pc)
{
	ga_library_access(object, sizeof(int64_t), pc, GOMARMOT_WAS_ATOMIC | GOMARMOT_WROTE);
}

GA_EXPORT int sem_post(sem_t *semaphore)
{
	meet(semaphore, GA_PC);
	return GA_REAL(sem_post)(semaphore);
}

GA_EXPORT int sem_wait(sem_t *semaphore)
{
	const int result = GA_REAL(sem_wait)(semaphore);

	meet(semaphore, GA_PC);
	return result;
}

GA_EXPORT int sem_trywait(sem_t *semaphore)
{
	const int result = GA_REAL(sem_trywait)(semaphore);

	meet(semaphore, GA_PC);
	return result;
}

GA_EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
	const int result = GA_REAL(sem_timedwait)(semaphore, until);

	meet(semaphore, GA_PC);
	return result;
}

GA_EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	int result;

	meet(barrier, GA_PC);
	result = GA_REAL(pthread_barrier_wait)(barrier);
	meet(barrier, GA_PC);
	return result;
}
