/*
 * The plan of a provoked run: a small text file that all ranks read when MPI has been initialized.
 *
 *   gomarmot-provoke 1
 *   match rank=0 call=MPI_Recv at=app+4711 count=3 source=2 tag=-1 ms=1000
 *   end
 *
 * rank and count may be "*", which stands for all; at is the file that the call is in and the
 * position of its return address there. The result of each line is appended to a reply, a file of
 * this rank beside the plan.
 *
 * A call counts if the program made it: while MPI itself calls, the now-cell names another call.
 */
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/note.h"
#include "../base/record.h"
#include "../base/zz_wrappers.h"
#include "../loaded/symbols.h"
#include "../record/thread.h"

enum { MOST_CHOICES = 64, LINE = 512, SAID_FORCED = 1, SAID_UNFORCED = 2 };

#define ADDRESS_MASK ((1ull << 48) - 1)

static const char *const forcing_name[GM_FORCINGS] = {
	"send", "match", "file", "rma", "order", "flag", "fill", "early", "sync", "delay"};
static struct gm_choice choices[MOST_CHOICES];
static unsigned n_choices;
static char reply[GM_PATH + 32];
static char program[GM_PATH];

/* Appends a line to the reply; a process that is killed later has said it. */
static void say(unsigned number, const char *what)
{
	const int saved = errno;
	char line[64];
	const int n = snprintf(line, sizeof line, "%u %s\n", number, what);
	const int fd = open(reply, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	if (fd >= 0) {
		gm_write(fd, line, (size_t)n);
		close(fd);
	}
	errno = saved;
}

static void say_once(struct gm_choice *c, uint32_t what, const char *text)
{
	if (!(__atomic_fetch_or(&c->said, what, __ATOMIC_RELAXED) & what))
		say(c->number, text);
}

/* The choice is being forced. */
void gm_forced(struct gm_choice *c)
{
	say_once(c, SAID_FORCED, "forced");
}

/* The program went another way than the log says: the choice is not possible here. */
void gm_unforced(struct gm_choice *c)
{
	say_once(c, SAID_UNFORCED, "unforced");
}

/* Whether the choice was not possible before. */
int gm_gave_up(const struct gm_choice *c)
{
	return (GM_LOAD(&c->said) & SAID_UNFORCED) != 0;
}

static int forcing_of(const char *name)
{
	int i = 0;

	while (i < GM_FORCINGS && strcmp(forcing_name[i], name))
		i++;
	return i;
}

/* Reads a number, or GM_EVERY for "*". */
static int number_of(const char *text, int64_t *to)
{
	char *end;

	if (!strcmp(text, "*")) {
		*to = GM_EVERY;
		return 0;
	}
	errno = 0;
	*to = strtoll(text, &end, 10);
	return !*text || *end || errno ? -1 : 0;
}

/* Reads "FILE+POSITION". */
static int place_of(const char *text, struct gm_choice *c)
{
	const char *plus = strrchr(text, '+');
	int64_t offset;

	if (!strcmp(text, "*"))
		return 0;
	if (!plus || plus == text || (size_t)(plus - text) >= sizeof c->module ||
		number_of(plus + 1, &offset))
		return -1;
	memcpy(c->module, text, (size_t)(plus - text));
	c->offset = (uint64_t)offset;
	return 0;
}

/* Reads "NAME=VALUE". */
static int word_of(char *word, struct gm_choice *c, int64_t *rank)
{
	const struct {
		const char *name;
		int64_t *to;
	} numbers[] = {{"rank", rank}, {"count", &c->count}, {"source", &c->source},
		{"tag", &c->tag}, {"index", &c->index}, {"ms", &c->ms}, {"after", &c->after}};
	char *value = strchr(word, '=');

	if (!value)
		return -1;
	*value++ = 0;
	if (!strcmp(word, "at"))
		return place_of(value, c);
	if (!strcmp(word, "call")) {
		const int fn = gm_function_of(value);

		c->fn = fn < 0 ? GM_FUNCTIONS : (unsigned)fn;
		return c->fn < GM_FUNCTIONS || !strcmp(value, "*") ? 0 : -1;
	}
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (!strcmp(word, numbers[i].name))
			return number_of(value, numbers[i].to);
	return -1;
}

/* Reads a line that forces something; 0 if it is well-formed. */
static int choice_of(char *line, unsigned number, int rank)
{
	struct gm_choice c = {.number = number,
		.fn = GM_FUNCTIONS,
		.count = GM_EVERY,
		.tag = GM_EVERY,
		.index = GM_EVERY};
	int64_t on = GM_EVERY;
	char *rest, *word = strtok_r(line, " ", &rest);
	const int forcing = word ? forcing_of(word) : GM_FORCINGS;

	if (forcing == GM_FORCINGS || n_choices == MOST_CHOICES)
		return -1;
	c.forcing = (enum gm_forcing)forcing;
	while ((word = strtok_r(NULL, " ", &rest)))
		if (word_of(word, &c, &on))
			return -1;
	if (on == GM_EVERY || on == rank)
		choices[n_choices++] = c;
	return 0;
}

/* Reads the lines behind the first; 0 if the last line is "end". */
static int read_lines(FILE *f, int rank)
{
	char line[LINE];

	if (!fgets(line, sizeof line, f) || strcmp(line, "gomarmot-provoke 1\n"))
		return -1;
	for (unsigned number = 1; fgets(line, sizeof line, f); number++) {
		line[strcspn(line, "\n")] = 0;
		if (!strcmp(line, "end"))
			return 0;
		if (choice_of(line, number, rank))
			return -1;
	}
	return -1;
}

/* Reads the plan; 0 if something is to be forced on this rank. */
int gm_plan_read(const char *path, int rank)
{
	FILE *f = fopen(path, "re");
	const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	int bad;

	program[n > 0 ? n : 0] = 0;
	snprintf(reply, sizeof reply, "%.*s.rank-%05d", GM_PATH - 1, path, rank);
	bad = !f || read_lines(f, rank);
	if (f)
		fclose(f);
	if (!bad)
		return n_choices ? 0 : -1;
	n_choices = 0;
	say(0, "damaged");
	if (rank == 0)
		gm_note("GOMARMOT_PROVOKE: %s is not a whole plan of gomarmot provoke; nothing is "
			"forced",
			path);
	return -1;
}

/* Whether a choice of this kind is to be forced. */
int gm_plan_has(enum gm_forcing forcing)
{
	for (unsigned i = 0; i < n_choices; i++)
		if (choices[i].forcing == forcing)
			return 1;
	return 0;
}

/* Calls each with the functions that choices of this kind name. */
void gm_plan_functions(enum gm_forcing forcing, void (*each)(unsigned fn))
{
	for (unsigned i = 0; i < n_choices; i++)
		if (choices[i].forcing == forcing && choices[i].fn < GM_FUNCTIONS)
			each(choices[i].fn);
}

/* Where the choice's position in a file is in memory, if this object is the file. */
static int locate(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct gm_choice *c = arg;
	const char *name = info->dlpi_name[0] ? info->dlpi_name : program;

	(void)size;
	if (strcmp(gm_base_name(name), c->module))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type == PT_LOAD && c->offset - p->p_offset < p->p_filesz) {
			GM_STORE(&c->at, info->dlpi_addr + p->p_vaddr + c->offset - p->p_offset);
			return 1;
		}
	}
	return 0;
}

/* Whether the choice is about calls that return to pc. */
static int is_at(struct gm_choice *c, uintptr_t pc)
{
	if (!c->module[0])
		return 1;
	if (!GM_LOAD(&c->at))
		dl_iterate_phdr(locate, c);
	return GM_LOAD(&c->at) == pc;
}

/*
 * The program's call, by its number in this thread, for which a choice was last asked. In MPICH,
 * MPI_Test of a request for a file calls PMPI_Test: a call that the MPI library makes itself has no
 * choice.
 */
static __thread uint64_t asked[GM_FORCINGS] __attribute__((tls_model("initial-exec")));

/* The choice to be forced in the call that this thread has just begun, or NULL. */
struct gm_choice *gm_choice_of(enum gm_forcing forcing, unsigned fn)
{
	const struct gm_thread *t = gm_self;
	struct gm_choice *found = NULL;
	uintptr_t pc;

	if (!t || GM_LOAD(&t->ring->now) % GM_KINDS != gm_kind_of[fn] || asked[forcing] == t->calls)
		return NULL;
	asked[forcing] = t->calls;
	pc = GM_LOAD(&t->ring->now_pc) & ADDRESS_MASK;
	for (unsigned i = 0; i < n_choices; i++) {
		struct gm_choice *c = &choices[i];

		if (c->forcing != forcing || (c->fn != fn && c->fn != GM_FUNCTIONS) ||
			!is_at(c, pc))
			continue;
		const uint64_t count = __atomic_add_fetch(&c->seen, 1, __ATOMIC_RELAXED);

		if (!found && (c->count == GM_EVERY || (uint64_t)c->count == count))
			found = c;
	}
	return found;
}
