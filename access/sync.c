/*
 * Semaphores, barriers and locks of the C library in memory that processes share: they order loads
 * and stores of the processes as the program's own atomic operations do, and are recorded like
 * atomic operations.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "libc.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Records a synchronization with an object as an atomic access to its first bytes. */
static void meet(void *object, size_t size, uintptr_t pc)
{
	const size_t most = sizeof(int64_t);

	ga_library_access(
		object, size < most ? size : most, pc, GOMARMOT_WAS_ATOMIC | GOMARMOT_WROTE);
}

GA_EXPORT int sem_post(sem_t *semaphore)
{
	meet(semaphore, sizeof *semaphore, GA_PC);
	return GA_REAL(sem_post)(semaphore);
}

GA_EXPORT int sem_wait(sem_t *semaphore)
{
	const int result = GA_REAL(sem_wait)(semaphore);

	meet(semaphore, sizeof *semaphore, GA_PC);
	return result;
}

GA_EXPORT int sem_trywait(sem_t *semaphore)
{
	const int result = GA_REAL(sem_trywait)(semaphore);

	meet(semaphore, sizeof *semaphore, GA_PC);
	return result;
}

GA_EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
	const int result = GA_REAL(sem_timedwait)(semaphore, until);

	meet(semaphore, sizeof *semaphore, GA_PC);
	return result;
}

GA_EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	int result;

	meet(barrier, sizeof *barrier, GA_PC);
	result = GA_REAL(pthread_barrier_wait)(barrier);
	meet(barrier, sizeof *barrier, GA_PC);
	return result;
}

/* A function that takes a lock of a type, or tries to. */
#define TAKES(function, type)                                 \
	GA_EXPORT int function(type *object)                  \
	{                                                     \
		const int result = GA_REAL(function)(object); \
                                                              \
		meet((void *)object, sizeof *object, GA_PC);  \
		return result;                                \
	}

/* A function that takes a lock, or gives up at a time. */
#define TAKES_UNTIL(function, type)                                        \
	GA_EXPORT int function(type *object, const struct timespec *until) \
	{                                                                  \
		const int result = GA_REAL(function)(object, until);       \
                                                                           \
		meet((void *)object, sizeof *object, GA_PC);               \
		return result;                                             \
	}

/* A function that releases a lock: other processes may have it when the function returns. */
#define RELEASES(function, type)                             \
	GA_EXPORT int function(type *object)                 \
	{                                                    \
		meet((void *)object, sizeof *object, GA_PC); \
		return GA_REAL(function)(object);            \
	}

TAKES(pthread_mutex_lock, pthread_mutex_t)
TAKES(pthread_mutex_trylock, pthread_mutex_t)
TAKES_UNTIL(pthread_mutex_timedlock, pthread_mutex_t)
RELEASES(pthread_mutex_unlock, pthread_mutex_t)
TAKES(pthread_rwlock_rdlock, pthread_rwlock_t)
TAKES(pthread_rwlock_wrlock, pthread_rwlock_t)
TAKES(pthread_rwlock_tryrdlock, pthread_rwlock_t)
TAKES(pthread_rwlock_trywrlock, pthread_rwlock_t)
TAKES_UNTIL(pthread_rwlock_timedrdlock, pthread_rwlock_t)
TAKES_UNTIL(pthread_rwlock_timedwrlock, pthread_rwlock_t)
RELEASES(pthread_rwlock_unlock, pthread_rwlock_t)
TAKES(pthread_spin_lock, pthread_spinlock_t)
TAKES(pthread_spin_trylock, pthread_spinlock_t)
RELEASES(pthread_spin_unlock, pthread_spinlock_t)
