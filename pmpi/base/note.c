/*
 * Lines on the error stream, and writing to files. Neither may have any effect
 * on the program.
 */
#define _GNU_SOURCE
#include "note.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "gm.h"

static struct stat stream; /* the error stream when recording starts */
static int started, quiet; /* quiet: the program has none */

/*
 * Called before the first line: if the program has no error stream, or closes
 * it, a file of the program may later get that descriptor.
 */
void gm_note_setup(void)
{
	quiet = fstat(STDERR_FILENO, &stream) < 0;
	started = 1;
}

static int is_ours(void)
{
	struct stat now;

	if (!started || quiet)
		return !quiet;
	return !fstat(STDERR_FILENO, &now) && now.st_dev == stream.st_dev &&
	       now.st_ino == stream.st_ino;
}

/*
 * A write() that ends neither the program nor its thread: a reader that has
 * gone away (SIGPIPE) and a file that may not grow (SIGXFSZ) are errors, and it
 * is not a cancellation point. 0 if everything was written.
 */
int gm_write(int fd, const void *data, size_t size)
{
	const struct timespec now = {0, 0};
	sigset_t raised, pending, mine, old;
	int cancel;

	sigemptyset(&raised);
	sigaddset(&raised, SIGPIPE);
	sigaddset(&raised, SIGXFSZ);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_sigmask(SIG_BLOCK, &raised, &old);
	sigpending(&pending);
	const ssize_t n = write(fd, data, size);
	const int err = errno;
	const int sig = n >= 0 ? 0 : err == EPIPE ? SIGPIPE : err == EFBIG ? SIGXFSZ : 0;

	if (sig && !sigismember(&pending, sig)) {
		sigemptyset(&mine);
		sigaddset(&mine, sig);
		sigtimedwait(&mine, NULL, &now);
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_setcancelstate(cancel, NULL);
	errno = err;
	return n == (ssize_t)size ? 0 : -1;
}

/* Writes a whole line to stderr. */
void gm_write_line(const char *line, size_t length)
{
	const int saved = errno;

	if (is_ours())
		gm_write(STDERR_FILENO, line, length);
	errno = saved;
}

/* Control characters, and characters that change how the text around them is shown. */
static const struct {
	uint32_t from, to;
} unseen[] = {{0, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x61c, 0x61c}, {0x200b, 0x200f},
	{0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xe0000, 0x10ffff}};

/* The length of the UTF-8 character at s; 0 if it is invalid or must not be printed. */
static size_t printable(const unsigned char *s)
{
	static const uint8_t lead[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	const size_t n = s[0] < 0x80   ? 1
			 : s[0] < 0xc2 ? 0
			 : s[0] < 0xe0 ? 2
			 : s[0] < 0xf0 ? 3
			 : s[0] < 0xf5 ? 4
				       : 0;
	uint32_t c = s[0] & lead[n];

	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80) /* also where the text ends */
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
		if (c >= unseen[i].from && c <= unseen[i].to)
			return 0;
	return n;
}

/* Replaces each byte that must not reach a terminal by a question mark. */
static void make_printable(char *text)
{
	for (unsigned char *s = (unsigned char *)text; *s;) {
		const size_t n = printable(s);

		if (!n)
			*s = '?';
		s += n ? n : 1;
	}
}

/* Prints a line on stderr. Never called on the path of a recorded call. */
GM_COLD void gm_note(const char *format, ...)
{
	char line[GM_PATH + 1024] = "gomarmot: ";
	size_t used = strlen(line);
	va_list args;

	va_start(args, format);
	vsnprintf(line + used, sizeof line - used - 1, format, args);
	va_end(args);
	make_printable(line + used);
	used = strlen(line);
	line[used] = '\n';
	gm_write_line(line, used + 1);
}
