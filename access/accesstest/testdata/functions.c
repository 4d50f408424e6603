/*
 * Functions of the C library, and what is recorded of each: byte by byte what it stores and loads,
 * at a place in this program. Libraries and MPI call some of them, too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../../bridge.h"

enum { ARENA = 4096, LOADS = 0, STORES = 1 };

ssize_t library_reads(int fd, void *to, size_t size); /* library.c */
ssize_t mpi_reads(int fd, void *to, size_t size);     /* mpi.c */
void mpi_calls(void (*function)(void));

static const struct gomarmot_tracking *lib;
static char *arena;
static char outside[ARENA];
static unsigned char got[2][ARENA], want[2][ARENA];
static uintptr_t program_lo, program_hi;
static int failed, functions;

int gomarmot_track(const struct gomarmot_tracking *t)
{
	lib = t;
	return 0;
}

static void on_series(void *to, const struct gomarmot_series *s)
{
	(void)to;
	if (s->pc < program_lo || s->pc >= program_hi) {
		printf("recorded at a place outside of the program\n");
		failed = 1;
	}
	for (uint64_t i = 0; i < s->count; i++)
		memset(&got[s->kind & 1][s->lo + i * (uint64_t)s->stride - (uintptr_t)arena], 1,
			s->size);
}

static void on_bits(void *to, const struct gomarmot_bits *b)
{
	(void)to, (void)b;
	printf("bits\n");
	failed = 1;
}

/* The memory is as it is before each function. */
static void begin(void)
{
	for (int i = 0; i < ARENA; i++)
		arena[i] = (char)(i % 26 + 'a');
	strcpy(arena + 1000, "eleven char");
	lib->watch(arena, ARENA);
}

static void loads(int at, int size)
{
	memset(&want[LOADS][at], 1, (size_t)size);
}

static void stores(int at, int size)
{
	memset(&want[STORES][at], 1, (size_t)size);
}

static void end(const char *name)
{
	const struct gomarmot_sink sink = {NULL, on_series, on_bits, NULL};

	lib->take(&sink, 1, 0);
	lib->unwatch(arena, ARENA);
	for (int kind = 0; kind < 2; kind++)
		for (int i = 0; i < ARENA; i++)
			if (got[kind][i] != want[kind][i]) {
				printf("%s: byte %d: %s %s\n", name, i, kind ? "store" : "load",
					got[kind][i] ? "recorded, not made" : "missed");
				failed = 1;
				break;
			}
	memset(got, 0, sizeof got);
	memset(want, 0, sizeof want);
	functions++;
}

#define IS(name, call, ...)  \
	do {                 \
		begin();     \
		call;        \
		__VA_ARGS__; \
		end(name);   \
	} while (0)

static volatile size_t five = 5, fifty = 50;
static const char *volatile word = "word";
static void *volatile nowhere = (void *)-8l;

/* Files. */

static FILE *rewound(FILE *f)
{
	rewind(f);
	return f;
}

static int at_start(FILE *f)
{
	lseek(fileno(f), 0, SEEK_SET);
	return fileno(f);
}

static void files(void)
{
	FILE *f = tmpfile(), *out = fopen("/dev/null", "w");
	char *a = arena;
	struct iovec parts[] = {{a + 10, 5}, {a + 100, 90}, {a + 300, 40}};

	fprintf(f, "one line\nand another one\n");
	fflush(f);
	IS("fread", fread(a + 3, 4, 5, rewound(f)), stores(3, 20));
	IS("fread to the end", fread(a + 3, 4, 100, rewound(f)), stores(3, 24));
	IS("fread_unlocked", fread_unlocked(a + 3, 1, five, rewound(f)), stores(3, 5));
	IS("fgets", fgets(a + 7, 100, rewound(f)), stores(7, 10));
	IS("fgets_unlocked", fgets_unlocked(a + 7, 5, rewound(f)), stores(7, 5));
	IS("fwrite", fwrite(a + 9, 3, 7, out), loads(9, 21));
	IS("fwrite_unlocked", fwrite_unlocked(a + 9, 3, 7, out), loads(9, 21));
	IS("fputs", fputs(a + 1000, out), loads(1000, 11));
	IS("read", read(at_start(f), a + 50, 9), stores(50, 9));
	IS("read to the end", read(at_start(f), a + 50, 999), stores(50, 25));
	IS("a read that fails", read(-1, a + 50, 9));
	IS("a read to nowhere", read(at_start(f), nowhere, 9));
	IS("pread", pread(fileno(f), a + 50, 9, 2), stores(50, 9));
	IS("pread64", pread64(fileno(f), a + 50, 99, 20), stores(50, 5));
	IS("readv", readv(at_start(f), parts, 3), stores(10, 5), stores(100, 20));
	IS("preadv", preadv(fileno(f), parts, 3, 22), stores(10, 3));
	IS("preadv64", preadv64(fileno(f), parts, 3, 10), stores(10, 5), stores(100, 10));
	IS("write", write(fileno(out), a + 60, 9), loads(60, 9));
	IS("pwrite", pwrite(fileno(out), a + 60, 9, 0), loads(60, 9));
	IS("pwrite64", pwrite64(fileno(out), a + 60, 9, 0), loads(60, 9));
	IS("writev", writev(fileno(out), parts, 3), loads(10, 5), loads(100, 90), loads(300, 40));
	IS("pwritev", pwritev(fileno(out), parts, 2, 0), loads(10, 5), loads(100, 90));
	IS("pwritev64", pwritev64(fileno(out), parts, 1, 0), loads(10, 5));
	IS("read by a library", library_reads(at_start(f), a + 50, 9), stores(50, 9));
	IS("read by MPI", mpi_reads(at_start(f), a + 50, 9));
	fclose(f);
	fclose(out);
}

static void sockets(void)
{
	char *a = arena;
	struct iovec part = {a + 200, 3};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	int side[2];

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, side))
		abort();
	IS("send", send(side[0], a + 5, 7, 0), loads(5, 7));
	IS("sendto", sendto(side[0], a + 5, 7, 0, NULL, 0), loads(5, 7));
	IS("sendmsg", sendmsg(side[0], &message, 0), loads(200, 3));
	IS("recv", recv(side[1], a + 5, 4, MSG_TRUNC), stores(5, 4));
	IS("recvfrom", recvfrom(side[1], a + 5, 40, 0, NULL, NULL), stores(5, 7));
	IS("recvmsg", recvmsg(side[1], &message, 0), stores(200, 3));
	close(side[0]);
	close(side[1]);
}

/* Strings. */

static void print(char *to, size_t size, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	if (size)
		vsnprintf(to, size, format, values);
	else
		vsprintf(to, format, values);
	va_end(values);
}

static void strings(void)
{
	char *const a = arena, *const eleven = arena + 1000;

	IS("strcpy", strcpy(a, eleven), loads(1000, 12), stores(0, 12));
	IS("strcpy from elsewhere", strcpy(a, word), stores(0, 5));
	IS("strcpy to elsewhere", strcpy(outside, eleven), loads(1000, 12));
	IS("stpcpy", stpcpy(a, eleven), loads(1000, 12), stores(0, 12));
	IS("strncpy, shorter", strncpy(a, eleven, five), loads(1000, 5), stores(0, 5));
	IS("strncpy, longer", strncpy(a, eleven, fifty), loads(1000, 12), stores(0, 50));
	IS("stpncpy", stpncpy(a, eleven, fifty), loads(1000, 12), stores(0, 50));
	IS("strcat", strcat(eleven, word), loads(1000, 12), stores(1011, 5));
	IS("strncat, shorter", strncat(eleven, word, five - 2), loads(1000, 12), stores(1011, 4));
	IS("strncat, longer", strncat(eleven, word, fifty), loads(1000, 12), stores(1011, 5));
	IS("sprintf", sprintf(a + 4, "%d %zu", 100, five), stores(4, 6));
	IS("snprintf", snprintf(a + 4, 10, "%d %zu", 100, five), stores(4, 6));
	IS("snprintf, too long", snprintf(a + 4, five, "%d %zu", 100, five), stores(4, 5));
	IS("snprintf of nothing", snprintf(a + 4, five - 5, "%d %zu", 100, five));
	IS("vsprintf", print(a + 4, 0, "%s.", word), stores(4, 6));
	IS("vsnprintf", print(a + 4, five, "%s!!", word), stores(4, 5));
}

static void copy_a_word(void)
{
	strcpy(arena + 20, word);
	functions++; /* without it the call would be a jump, and MPI its caller */
}

static void called_back(void)
{
	IS("strcpy in a callback of MPI's", mpi_calls(copy_a_word), stores(20, 5));
}

/* Where the program is linked with --wrap. */
static void memory(void)
{
	char *a = arena;

	IS("memcpy", memcpy(a + 3, a + 500, fifty), loads(500, 50), stores(3, 50));
	IS("memmove", memmove(a + 3, a + 5, fifty), loads(5, 50), stores(3, 50));
	IS("mempcpy", mempcpy(a + 3, a + 500, five), loads(500, 5), stores(3, 5));
	IS("memset", memset(a + 3, (int)five, fifty), stores(3, 50));
	IS("memcmp", five += (size_t)(memcmp(a + 3, a + 700, fifty) == 0), loads(3, 50),
		loads(700, 50));
}

static int backwards(const void *a, const void *b)
{
	(void)a;
	(void)b;
	return 1;
}

static int backwards_with(const void *a, const void *b, void *arg)
{
	(void)arg;
	return backwards(a, b);
}

static void sorting(void)
{
	IS("qsort", qsort(arena + 2, five, 4, backwards), loads(2, 20), stores(2, 20));
	IS("qsort of one", qsort(arena + 2, 1, 4, backwards));
	IS("qsort_r", qsort_r(arena + 2, five, 4, backwards_with, NULL), loads(2, 20),
		stores(2, 20));
}

static int own(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size, (void)arg;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD)
			program_hi = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr +
				     info->dlpi_phdr[i].p_memsz;
	program_lo = info->dlpi_addr;
	return 1;
}

int main(int argc, char **argv)
{
	arena = aligned_alloc(64, ARENA);
	if (!lib || !arena)
		return 2;
	lib->begin();
	dl_iterate_phdr(own, NULL);
	files();
	sockets();
	strings();
	called_back();
	sorting();
	if (argc > 1 && !strcmp(argv[1], "wrapped"))
		memory();
	printf("%s: %d\n", failed ? "failed" : "ok", functions);
	return failed;
}
