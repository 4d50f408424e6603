/*
 * Functions of the C library that copy and print strings. The compilers' passes record some of
 * these calls, but not calls by a library or by code compiled with hooks; an access that a pass has
 * recorded is not recorded again. Functions that only read are called too often to be recorded.
 */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "libc.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);

/* The size of a string with its NUL, at most limit bytes. */
static size_t within(const char *string, size_t limit)
{
	const size_t length = strnlen(string, limit);

	return length < limit ? length + 1 : limit;
}

static void copied(char *to, const char *from, uintptr_t pc)
{
	const size_t size = strlen(from) + 1;

	ga_reads(from, size, pc);
	ga_writes(to, size, pc);
}

/* The bytes behind the string are filled with 0. */
static void filled(char *to, const char *from, size_t size, uintptr_t pc)
{
	ga_reads(from, within(from, size), pc);
	ga_writes(to, size, pc);
}

static void appended(char *to, const char *from, size_t limit, uintptr_t pc)
{
	const size_t there = strlen(to), more = strnlen(from, limit);

	ga_reads(to, there + 1, pc);
	ga_reads(from, within(from, limit), pc);
	ga_writes(to + there, more + 1, pc);
}

/* A function whose accesses are recorded before it is called. */
#define BEFORE(type, name, say, parameters, ...)   \
	GA_EXPORT type name parameters             \
	{                                          \
		say;                               \
		return GA_REAL(name)(__VA_ARGS__); \
	}

/* clang-format off: these are whole functions. */
BEFORE(char *, strcpy, copied(to, from, GA_PC), (char *to, const char *from), to, from)
BEFORE(char *, stpcpy, copied(to, from, GA_PC), (char *to, const char *from), to, from)
BEFORE(char *, __strcpy_chk, copied(to, from, GA_PC), (char *to, const char *from, size_t room), to,
	from, room)
BEFORE(char *, __stpcpy_chk, copied(to, from, GA_PC), (char *to, const char *from, size_t room), to,
	from, room)

BEFORE(char *, strncpy, filled(to, from, size, GA_PC), (char *to, const char *from, size_t size),
	to, from, size)
BEFORE(char *, stpncpy, filled(to, from, size, GA_PC), (char *to, const char *from, size_t size),
	to, from, size)
BEFORE(char *, __strncpy_chk, filled(to, from, size, GA_PC),
	(char *to, const char *from, size_t size, size_t room), to, from, size, room)
BEFORE(char *, __stpncpy_chk, filled(to, from, size, GA_PC),
	(char *to, const char *from, size_t size, size_t room), to, from, size, room)

BEFORE(char *, strcat, appended(to, from, SIZE_MAX, GA_PC), (char *to, const char *from), to, from)
BEFORE(char *, strncat, appended(to, from, most, GA_PC), (char *to, const char *from, size_t most),
	to, from, most)
BEFORE(char *, __strcat_chk, appended(to, from, SIZE_MAX, GA_PC),
	(char *to, const char *from, size_t room), to, from, room)
BEFORE(char *, __strncat_chk, appended(to, from, most, GA_PC),
	(char *to, const char *from, size_t most, size_t room), to, from, most, room)
/* clang-format on */

/* Functions that print into memory: they store the result, as far as there is room for it. */

static int printed(char *to, size_t room, int length, uintptr_t pc)
{
	const size_t size = (size_t)length + 1;

	if (length >= 0)
		ga_writes(to, size < room ? size : room, pc);
	return length;
}

GA_EXPORT int vsprintf(char *to, const char *format, va_list values)
{
	return printed(to, SIZE_MAX, GA_REAL(vsprintf)(to, format, values), GA_PC);
}

GA_EXPORT int vsnprintf(char *to, size_t room, const char *format, va_list values)
{
	return printed(to, room, GA_REAL(vsnprintf)(to, room, format, values), GA_PC);
}

GA_EXPORT int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list values)
{
	return printed(
		to, SIZE_MAX, GA_REAL(__vsprintf_chk)(to, flag, room, format, values), GA_PC);
}

GA_EXPORT int __vsnprintf_chk(
	char *to, size_t most, int flag, size_t room, const char *format, va_list values)
{
	return printed(
		to, most, GA_REAL(__vsnprintf_chk)(to, most, flag, room, format, values), GA_PC);
}

#define VALUES(call)              \
	va_list values;           \
	int length;               \
	va_start(values, format); \
	length = call;            \
	va_end(values)

GA_EXPORT int sprintf(char *to, const char *format, ...)
{
	VALUES(GA_REAL(vsprintf)(to, format, values));
	return printed(to, SIZE_MAX, length, GA_PC);
}

GA_EXPORT int snprintf(char *to, size_t room, const char *format, ...)
{
	VALUES(GA_REAL(vsnprintf)(to, room, format, values));
	return printed(to, room, length, GA_PC);
}

GA_EXPORT int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
	VALUES(GA_REAL(__vsprintf_chk)(to, flag, room, format, values));
	return printed(to, SIZE_MAX, length, GA_PC);
}

GA_EXPORT int __snprintf_chk(char *to, size_t most, int flag, size_t room, const char *format, ...)
{
	VALUES(GA_REAL(__vsnprintf_chk)(to, most, flag, room, format, values));
	return printed(to, most, length, GA_PC);
}

/*
 * Programs with hooks are linked with --wrap for these (gomarmot cc --ldflags): gcc has no hooks
 * for them. The passes look at them inline.
 */

static void moved(void *to, const void *from, size_t size, uintptr_t pc)
{
	ga_touch_range((uintptr_t)from, size, pc, 0);
	ga_touch_range((uintptr_t)to, size, pc, GOMARMOT_WROTE);
}

static void set(void *to, size_t size, uintptr_t pc)
{
	ga_touch_range((uintptr_t)to, size, pc, GOMARMOT_WROTE);
}

static void compared(const void *a, const void *b, size_t size, uintptr_t pc)
{
	ga_touch_range((uintptr_t)a, size, pc, 0);
	ga_touch_range((uintptr_t)b, size, pc, 0);
}

void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);

#define WRAPPED(type, name, say, parameters, ...) \
	GA_EXPORT type __wrap_##name parameters   \
	{                                         \
		say;                              \
		return name(__VA_ARGS__);         \
	}

/* clang-format off: these are whole functions. */
WRAPPED(void *, memcpy, moved(to, from, size, GA_PC), (void *to, const void *from, size_t size), to,
	from, size)
WRAPPED(void *, memmove, moved(to, from, size, GA_PC), (void *to, const void *from, size_t size),
	to, from, size)
WRAPPED(void *, mempcpy, moved(to, from, size, GA_PC), (void *to, const void *from, size_t size),
	to, from, size)
WRAPPED(void *, memset, set(to, size, GA_PC), (void *to, int value, size_t size), to, value, size)
WRAPPED(void *, __memcpy_chk, moved(to, from, size, GA_PC),
	(void *to, const void *from, size_t size, size_t room), to, from, size, room)
WRAPPED(void *, __memmove_chk, moved(to, from, size, GA_PC),
	(void *to, const void *from, size_t size, size_t room), to, from, size, room)
WRAPPED(void *, __mempcpy_chk, moved(to, from, size, GA_PC),
	(void *to, const void *from, size_t size, size_t room), to, from, size, room)
WRAPPED(void *, __memset_chk, set(to, size, GA_PC), (void *to, int value, size_t size, size_t room),
	to, value, size, room)
WRAPPED(int, memcmp, compared(a, b, size, GA_PC), (const void *a, const void *b, size_t size), a, b,
	size)
WRAPPED(int, bcmp, compared(a, b, size, GA_PC), (const void *a, const void *b, size_t size), a, b,
	size)
/* clang-format on */
