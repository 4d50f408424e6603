/*
 * Which MPI this is, decided once: its handles, its predefined objects, and
 * whether a value can be a handle at all.
 */
#define _GNU_SOURCE
#include "flavour.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/note.h"
#include "../loaded/real.h"
#include "../loaded/trampoline.h"
#include "zz_predef.h"

enum { VERSION_MAX = 8192 }; /* the largest MPI_MAX_LIBRARY_VERSION_STRING */

uint64_t gm_handle_mask = UINT64_MAX;
struct gm_layout gm_layout;

static const struct gm_flavour *flavour;
static uintptr_t predef[GM_PREDEFS];           /* by index, 0 if unknown */
static uintptr_t null_handle[GM_CLASS_COUNT];  /* by class */
static uintptr_t object_class[GM_CLASS_COUNT]; /* Open MPI's class objects */
static uintptr_t unweighted;                   /* MPI_UNWEIGHTED, 0 if unknown */
static char version[VERSION_MAX];

/* The class objects that Open MPI's objects point to at their start. */
static const char *const class_symbol[GM_CLASS_COUNT] = {
	[GM_CLASS_COMM] = "ompi_communicator_t_class",
	[GM_CLASS_GROUP] = "ompi_group_t_class",
	[GM_CLASS_DATATYPE] = "ompi_datatype_t_class",
	[GM_CLASS_FILE] = "ompi_file_t_class",
	[GM_CLASS_ERRHANDLER] = "ompi_errhandler_t_class",
	[GM_CLASS_OP] = "ompi_op_t_class",
	[GM_CLASS_INFO] = "ompi_info_t_class",
	[GM_CLASS_WIN] = "ompi_win_t_class",
	[GM_CLASS_REQUEST] = "ompi_request_t_class",
	[GM_CLASS_MESSAGE] = "ompi_message_t_class",
};

static void read_version(void)
{
	int (*get)(char *, int *) = gm_find("PMPI_Get_library_version");
	int length = 0;

	if (!get || get(version, &length))
		snprintf(version, sizeof version, "unknown");
	version[strcspn(version, "\n")] = 0;
}

static const struct gm_flavour *by_name(const char *name)
{
	for (int i = 0; i < GM_FLAVOURS; i++)
		if (!strcmp(gm_flavours[i].name, name))
			return &gm_flavours[i];
	return NULL;
}

/*
 * Whether the program calls a library of the MPI 5.0 standard ABI: it is named
 * libmpi_abi, whatever MPI it comes from.
 */
static int is_abi(void)
{
	static const char name[] = "libmpi_abi";
	Dl_info info;

	return dladdr(gm_find("PMPI_Get_library_version"), &info) && info.dli_fname &&
	       !strncmp(gm_base_name(info.dli_fname), name, sizeof name - 1);
}

static const struct gm_flavour *detect(void)
{
	static const char *const mpich_like[] = {"MPICH", "MVAPICH", "Intel(R) MPI", "CRAY MPICH"};

	if (is_abi())
		return by_name("abi");
	if (gm_find_variable("ompi_mpi_comm_world"))
		return by_name("openmpi");
	for (size_t i = 0; i < sizeof mpich_like / sizeof *mpich_like; i++)
		if (strstr(version, mpich_like[i]))
			return by_name("mpich");
	return NULL;
}

/* The version of the MPI standard that the library says it follows. */
static int standard(void)
{
	int (*get)(int *, int *) = gm_find("PMPI_Get_version");
	int major = 0, minor = 0;

	return get && !get(&major, &minor) ? major : 0;
}

static void find_predefs(void)
{
	const int ompi = !strcmp(flavour->name, "openmpi");
	const int abi = !strcmp(flavour->name, "abi");
	const int recent = standard() >= 5;

	for (int i = 0; i < GM_PREDEFS; i++) {
		const struct gm_predef *p = &gm_predefs[i];

		if (ompi)
			predef[i] = p->ompi[0] ? (uintptr_t)gm_find_variable(p->ompi) : 0;
		else if (abi)
			predef[i] = p->abi;
		else
			predef[i] = !p->later || recent ? p->mpich : 0;
		if (p->null)
			null_handle[p->object_class] = predef[i];
	}
	for (int i = 0; ompi && i < GM_CLASS_COUNT; i++)
		if (class_symbol[i])
			object_class[i] = (uintptr_t)gm_find_variable(class_symbol[i]);
}

/* Finds MPI_UNWEIGHTED: a constant, or under MPICH the value of a variable. */
static void find_unweighted(void)
{
	const uintptr_t *variable = gm_find_variable("MPI_UNWEIGHTED");

	unweighted = flavour->unweighted;
	if (!unweighted && variable)
		unweighted = *variable;
}

/* Whether weights of a graph are MPI_UNWEIGHTED; -1 if that is unknown. */
int64_t gm_unweighted(const void *weights)
{
	return unweighted ? (uintptr_t)weights == unweighted : -1;
}

/* Whether the library that the program calls is a trampoline; says so. */
static int is_trampoline(void)
{
	const void *called = gm_find("PMPI_Initialized");
	const char *beneath = is_abi() ? NULL : gm_beneath(called);
	Dl_info by;

	if (!beneath || !dladdr(called, &by))
		return 0;
	gm_note("%s passes MPI calls on to %s, where gomarmot does not see them; the program runs "
		"unwatched: link it with "
		"this MPI library itself",
		gm_base_name(by.dli_fname), beneath);
	return 1;
}

/* 0 if gomarmot knows this MPI. */
int gm_flavour_detect(void)
{
	if (is_trampoline())
		return -1;
	read_version();
	flavour = detect();
	if (!flavour) {
		gm_note("unknown MPI library (%.60s); the program runs unwatched", version);
		return -1;
	}
	gm_handle_mask = flavour->mask;
	gm_layout = flavour->status;
	find_predefs();
	find_unweighted();
	return 0;
}

const char *gm_flavour_name(void)
{
	return flavour->name;
}

/* The first line of MPI_Get_library_version. */
const char *gm_library_version(void)
{
	return version;
}

/* The predefined handle with this calls.Predef.ID; 0 if the MPI has none. */
uintptr_t gm_predef(unsigned id)
{
	return predef[id - 1];
}

int gm_is_null(int class, uint64_t handle)
{
	return handle == 0 || handle == null_handle[class];
}

/* Reads memory that may not be mapped; 1 if it is. */
static int read_at(uint64_t address, void *to, size_t size)
{
	struct iovec local = {to, size};
	struct iovec remote = {(void *)(uintptr_t)address, size};

	return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

/* Open MPI: an object starts with its class (after a magic word in debug builds). */
static int probe_object(int class, uint64_t handle)
{
	uintptr_t words[2] = {0, 0};

	if (!object_class[class])
		return -1;
	if (!read_at(handle, words, sizeof words))
		return 0;
	return words[0] == object_class[class] || words[1] == object_class[class];
}

/* MPICH: bits 26 to 29 hold the class, bits 30 and 31 how it was allocated. */
static int probe_bits(int class, uint64_t handle)
{
	const unsigned how = (unsigned)(handle >> 30) & 3;
	const unsigned what = (unsigned)(handle >> 26) & 15;

	return how != 0 && what == (unsigned)class;
}

/* MPICH: a file handle is the address of an object that begins with a number of ROMIO's. */
static int probe_file(uint64_t handle)
{
	enum { COOKIE = 2487376 };
	int32_t word = 0;

	return read_at(handle, &word, sizeof word) && word == COOKIE;
}

/* 1 if the handle is an object of this class, 0 if not, -1 if unknown. */
int gm_probe(int class, uint64_t handle)
{
	if (class <= 0 || class >= GM_CLASS_COUNT)
		return -1;
	if (gm_handle_mask == UINT32_MAX && class == GM_CLASS_FILE)
		return probe_file(handle);
	if (gm_handle_mask == UINT32_MAX)
		return class <= GM_CLASS_WIN ? probe_bits(class, handle) : -1;
	return probe_object(class, handle);
}
