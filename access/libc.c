/*
 * Functions of the C library that copy from and to files, or sort. Calls by the program count as
 * its own loads and stores; also calls by libraries that it calls (caller.c). The number of bytes
 * transferred is known when they return. Functions on strings are in strings.c.
 */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include "libc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "caller.h"

#undef fread_unlocked /* macros of the GNU C library */
#undef fwrite_unlocked

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Bytes that a function of a library accesses for its caller. */
void ga_library_touch(const void *at, size_t size, uintptr_t pc, uint32_t kind)
{
	const uintptr_t lo = (uintptr_t)at, end = lo + size;
	uintptr_t first;

	if (end < lo || end >> 47)
		return;
	first = ga_next_set(ga_table_of(kind), lo, end);
	if (first == end)
		return;
	pc = ga_caller(pc);
	if (pc)
		ga_touch(first, end - first, pc, kind);
}

/* Looks the function up at the first call: a constructor may make that before this library's runs.
 */
void *ga_find_real(void **slot, const char *name)
{
	void *found = __atomic_load_n(slot, __ATOMIC_RELAXED);

	if (GA_LIKELY(found != NULL))
		return found;
	found = dlsym(RTLD_NEXT, name);
	if (!found)
		abort(); /* a program that calls it is linked with it */
	__atomic_store_n(slot, found, __ATOMIC_RELAXED);
	return found;
}

/* The bytes transferred to or from the parts of a vector. */
static void parts(
	const struct iovec *part, size_t count, ssize_t total, uintptr_t pc, uint32_t kind)
{
	for (; count && total > 0; count--, part++) {
		const size_t size = part->iov_len < (size_t)total ? part->iov_len : (size_t)total;

		ga_library_access(part->iov_base, size, pc, kind);
		total -= (ssize_t)size;
	}
}

static size_t transferred(ssize_t result)
{
	return result > 0 ? (size_t)result : 0;
}

/* A function that returns how many bytes it has stored or read. */
#define TRANSFER(touch, name, data, parameters, ...)               \
	GA_EXPORT ssize_t name parameters                          \
	{                                                          \
		const ssize_t result = GA_REAL(name)(__VA_ARGS__); \
                                                                   \
		touch(data, transferred(result), GA_PC);           \
		return result;                                     \
	}

ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off_t, size_t);
ssize_t __recv_chk(int, void *, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, __SOCKADDR_ARG, socklen_t *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
char *__fgets_chk(char *, size_t, int, FILE *);
char *__fgets_unlocked_chk(char *, size_t, int, FILE *);

/* clang-format off: these are whole functions. */
TRANSFER(ga_writes, read, to, (int fd, void *to, size_t size), fd, to, size)
TRANSFER(
	ga_writes, __read_chk, to, (int fd, void *to, size_t size, size_t room), fd, to, size, room)
TRANSFER(ga_writes, pread, to, (int fd, void *to, size_t size, off_t at), fd, to, size, at)
TRANSFER(ga_writes, pread64, to, (int fd, void *to, size_t size, off64_t at), fd, to, size, at)
TRANSFER(ga_writes, __pread_chk, to, (int fd, void *to, size_t size, off_t at, size_t room), fd, to,
	size, at, room)
TRANSFER(ga_writes, __pread64_chk, to, (int fd, void *to, size_t size, off_t at, size_t room), fd,
	to, size, at, room)
TRANSFER(ga_reads, write, from, (int fd, const void *from, size_t size), fd, from, size)
TRANSFER(ga_reads, pwrite, from, (int fd, const void *from, size_t size, off_t at), fd, from, size,
	at)
TRANSFER(ga_reads, pwrite64, from, (int fd, const void *from, size_t size, off64_t at), fd, from,
	size, at)
TRANSFER(ga_reads, send, from, (int fd, const void *from, size_t size, int flags), fd, from, size,
	flags)
TRANSFER(ga_reads, sendto, from,
	(int fd, const void *from, size_t size, int flags, __CONST_SOCKADDR_ARG to,
		socklen_t length),
	fd, from, size, flags, to, length)
/* clang-format on */

/* With MSG_TRUNC the result is the size of the message, of which no more than fits is stored. */
static size_t received(ssize_t result, size_t room)
{
	return transferred(result) < room ? transferred(result) : room;
}

GA_EXPORT ssize_t recv(int fd, void *to, size_t size, int flags)
{
	const ssize_t result = GA_REAL(recv)(fd, to, size, flags);

	ga_writes(to, received(result, size), GA_PC);
	return result;
}

GA_EXPORT ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags)
{
	const ssize_t result = GA_REAL(__recv_chk)(fd, to, size, room, flags);

	ga_writes(to, received(result, size), GA_PC);
	return result;
}

GA_EXPORT ssize_t recvfrom(
	int fd, void *to, size_t size, int flags, __SOCKADDR_ARG from, socklen_t *length)
{
	const ssize_t result = GA_REAL(recvfrom)(fd, to, size, flags, from, length);

	ga_writes(to, received(result, size), GA_PC);
	return result;
}

GA_EXPORT ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room, int flags,
	__SOCKADDR_ARG from, socklen_t *length)
{
	const ssize_t result = GA_REAL(__recvfrom_chk)(fd, to, size, room, flags, from, length);

	ga_writes(to, received(result, size), GA_PC);
	return result;
}

GA_EXPORT ssize_t readv(int fd, const struct iovec *part, int count)
{
	const ssize_t result = GA_REAL(readv)(fd, part, count);

	parts(part, (size_t)count, result, GA_PC, GOMARMOT_WROTE);
	return result;
}

GA_EXPORT ssize_t preadv(int fd, const struct iovec *part, int count, off_t at)
{
	const ssize_t result = GA_REAL(preadv)(fd, part, count, at);

	parts(part, (size_t)count, result, GA_PC, GOMARMOT_WROTE);
	return result;
}

GA_EXPORT ssize_t preadv64(int fd, const struct iovec *part, int count, off64_t at)
{
	const ssize_t result = GA_REAL(preadv64)(fd, part, count, at);

	parts(part, (size_t)count, result, GA_PC, GOMARMOT_WROTE);
	return result;
}

GA_EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	const ssize_t result = GA_REAL(recvmsg)(fd, message, flags);

	parts(message->msg_iov, message->msg_iovlen, result, GA_PC, GOMARMOT_WROTE);
	return result;
}

GA_EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	const ssize_t result = GA_REAL(sendmsg)(fd, message, flags);

	parts(message->msg_iov, message->msg_iovlen, result, GA_PC, 0);
	return result;
}

GA_EXPORT ssize_t writev(int fd, const struct iovec *part, int count)
{
	const ssize_t result = GA_REAL(writev)(fd, part, count);

	parts(part, (size_t)count, result, GA_PC, 0);
	return result;
}

GA_EXPORT ssize_t pwritev(int fd, const struct iovec *part, int count, off_t at)
{
	const ssize_t result = GA_REAL(pwritev)(fd, part, count, at);

	parts(part, (size_t)count, result, GA_PC, 0);
	return result;
}

GA_EXPORT ssize_t pwritev64(int fd, const struct iovec *part, int count, off64_t at)
{
	const ssize_t result = GA_REAL(pwritev64)(fd, part, count, at);

	parts(part, (size_t)count, result, GA_PC, 0);
	return result;
}

/* Streams. */

/* clang-format off: these are whole functions. */
#define ELEMENTS(touch, name, data, parameters, ...)              \
	GA_EXPORT size_t name parameters                          \
	{                                                         \
		const size_t result = GA_REAL(name)(__VA_ARGS__); \
                                                                  \
		touch(data, result *size, GA_PC);                 \
		return result;                                    \
	}

ELEMENTS(ga_writes, fread, to, (void *to, size_t size, size_t count, FILE *f), to, size, count, f)
ELEMENTS(ga_writes, fread_unlocked, to, (void *to, size_t size, size_t count, FILE *f), to, size,
	count, f)
ELEMENTS(ga_writes, __fread_chk, to, (void *to, size_t room, size_t size, size_t count, FILE *f),
	to, room, size, count, f)
ELEMENTS(ga_writes, __fread_unlocked_chk, to,
	(void *to, size_t room, size_t size, size_t count, FILE *f), to, room, size, count, f)
ELEMENTS(ga_reads, fwrite, from, (const void *from, size_t size, size_t count, FILE *f), from, size,
	count, f)
ELEMENTS(ga_reads, fwrite_unlocked, from, (const void *from, size_t size, size_t count, FILE *f),
	from, size, count, f)

/* A line with its NUL; bytes after a NUL in the file itself are not recorded. */
#define LINE(name, parameters, ...)                              \
	GA_EXPORT char *name parameters                          \
	{                                                        \
		char *const result = GA_REAL(name)(__VA_ARGS__); \
                                                                 \
		if (result)                                      \
			ga_writes(to, strlen(to) + 1, GA_PC);    \
		return result;                                   \
	}

LINE(fgets, (char *to, int size, FILE *f), to, size, f)
LINE(fgets_unlocked, (char *to, int size, FILE *f), to, size, f)
LINE(__fgets_chk, (char *to, size_t room, int size, FILE *f), to, room, size, f)
LINE(__fgets_unlocked_chk, (char *to, size_t room, int size, FILE *f), to, room, size, f)

#define TEXT(name, parameters, ...)                  \
	GA_EXPORT int name parameters                \
	{                                            \
		ga_reads(from, strlen(from), GA_PC); \
		return GA_REAL(name)(__VA_ARGS__);   \
	}

TEXT(fputs, (const char *from, FILE *f), from, f)
TEXT(fputs_unlocked, (const char *from, FILE *f), from, f)
TEXT(puts, (const char *from), from)
/* clang-format on */

/* Sorting. The comparison function records its own reads. */

static void sorted(void *all, size_t count, size_t size, uintptr_t pc)
{
	if (count < 2)
		return;
	ga_reads(all, count * size, pc);
	ga_writes(all, count * size, pc);
}

GA_EXPORT void qsort(void *all, size_t count, size_t size, __compar_fn_t compare)
{
	sorted(all, count, size, GA_PC);
	GA_REAL(qsort)(all, count, size, compare);
}

GA_EXPORT void qsort_r(void *all, size_t count, size_t size, __compar_d_fn_t compare, void *arg)
{
	sorted(all, count, size, GA_PC);
	GA_REAL(qsort_r)(all, count, size, compare, arg);
}
