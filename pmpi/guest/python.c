/*
 * Where Python code is: file and line of the functions that the calling thread
 * is in, from the interpreter of this process through its C API (3.9 and later).
 * Libraries such as mpi4py release the interpreter's lock around MPI calls; it
 * is taken briefly to ask.
 *
 * Code objects are numbered. A number keeps its code object alive, so that its
 * address never means another code object.
 */
#define _GNU_SOURCE
#include "python.h"

#include <ctype.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/record.h"
#include "../record/blob.h"
#include "../record/ring.h"
#include "../record/thread.h"

enum {
	LOOK = 256,        /* frames searched for the first frame of the user's code */
	LOOK_ON = 8,       /* frames searched above it */
	USER_DEPTH = 2,    /* frames of the user's code in a stack */
	PACKAGE_DEPTH = 4, /* frames of packages before them */
	CODES = 8192,      /* a power of two */
	CODES_USED = CODES / 4 * 3,
	PROBES = 64,
};

/* The role of a code object, in the low bits of its address. */
enum { USER = 0, PACKAGE = 1, HIDDEN = 2, ROLE = 3 };

static struct {
	int (*initialized)(void);
	int (*finalizing)(void);
	void *(*this_thread)(void);
	int (*lock)(void);
	void (*unlock)(int);
	void *(*frame)(void); /* borrowed */
	void *(*back)(void *);
	void *(*code)(void *);
	int (*line)(void *);
	void (*hold)(void *);
	void (*release)(void *);
	void *(*attribute)(void *, const char *);
	const char *(*text)(void *);
	void (*save_error)(void **, void **, void **);
	void (*restore_error)(void *, void *, void *);
} api;

/* Code objects with their roles; the index is the number. Only ever added to. */
static uintptr_t codes[CODES];
static uint32_t code_count;

/* Finds the interpreter: an address in it, or NULL if there is none. */
const void *gm_python_setup(void)
{
	static const struct {
		void *to;
		const char *name;
	} functions[] = {
		{&api.initialized, "Py_IsInitialized"},
		{&api.this_thread, "PyGILState_GetThisThreadState"},
		{&api.lock, "PyGILState_Ensure"},
		{&api.unlock, "PyGILState_Release"},
		{&api.frame, "PyEval_GetFrame"},
		{&api.back, "PyFrame_GetBack"},
		{&api.code, "PyFrame_GetCode"},
		{&api.line, "PyFrame_GetLineNumber"},
		{&api.hold, "Py_IncRef"},
		{&api.release, "Py_DecRef"},
		{&api.attribute, "PyObject_GetAttrString"},
		{&api.text, "PyUnicode_AsUTF8"},
		{&api.save_error, "PyErr_Fetch"},
		{&api.restore_error, "PyErr_Restore"},
	};
	const char *wish = getenv("GOMARMOT_PYTHON");
	void *finalizing = dlsym(RTLD_DEFAULT, "Py_IsFinalizing");

	if (wish && !strcmp(wish, "0"))
		return NULL;
	if (!finalizing)
		finalizing = dlsym(RTLD_DEFAULT, "_Py_IsFinalizing");
	if (!finalizing)
		return NULL;
	memcpy(&api.finalizing, &finalizing, sizeof finalizing);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *f = dlsym(RTLD_DEFAULT, functions[i].name);

		if (!f)
			return NULL;
		memcpy(functions[i].to, &f, sizeof f);
	}
	return (const void *)(uintptr_t)api.lock;
}

/* Whether the calling thread may ask the interpreter. */
static int may_ask(void)
{
	return api.initialized() && !api.finalizing() && api.this_thread();
}

/* Whether a file is in a directory of installed packages or of the standard library. */
static int installed(const char *file)
{
	static const char *const libraries[] = {"/lib/python", "/lib64/python"};

	if (strstr(file, "/site-packages/") || strstr(file, "/dist-packages/"))
		return 1;
	for (int i = 0; i < 2; i++) {
		const char *at = strstr(file, libraries[i]);

		if (at && isdigit((unsigned char)at[strlen(libraries[i])]))
			return 1;
	}
	return 0;
}

/*
 * The role of a code object, by the name of its file. The user may also have a directory named
 * mpi4py. Code without a file, such as that of exec, counts as a package, so that the code that ran
 * it is shown.
 */
static unsigned role_of(const char *file)
{
	if (strstr(file, "-packages/mpi4py/") || strstr(file, "/src/mpi4py/") ||
		!strncmp(file, "<frozen ", 8))
		return HIDDEN;
	return installed(file) || file[0] == '<' ? PACKAGE : USER;
}

/* The file's absolute name: scripts are named as on the command line. */
static const char *absolute(const char *file, char *out, size_t size)
{
	char cwd[PATH_MAX];

	if (file[0] == '/' || file[0] == '<' || !getcwd(cwd, sizeof cwd) ||
		(size_t)snprintf(out, size, "%s/%s", cwd, file) >= size)
		return file;
	return out;
}

static void record(
	struct gm_thread *t, const void *pc, uint32_t id, const char *file, const char *name)
{
	struct gm_blob blob;
	int64_t *w;

	gm_blob_open(&blob, t, pc, gm_string_words(file) + gm_string_words(name));
	gm_blob_string(&blob, file);
	gm_blob_string(&blob, name);
	w = gm_begin(t, GM_META(GM_KIND_PYTHON, GM_ONCE, 0, 1), pc);
	w[0] = id;
	gm_commit(t);
}

/* A text attribute, and its object, which the caller releases. */
static const char *text_of(void *object, const char *name, void **value)
{
	*value = api.attribute(object, name);
	return *value ? api.text(*value) : NULL;
}

/* Numbers a new code object, which gets the entry `place`. */
static void add(struct gm_thread *t, const void *pc, void *code, uint32_t place)
{
	char path[2 * PATH_MAX];
	void *file, *name, *error[3];
	const char *file_text, *name_text;
	uintptr_t free_place = 0, entry;

	api.save_error(&error[0], &error[1], &error[2]);
	file_text = text_of(code, "co_filename", &file);
	name_text = text_of(code, "co_qualname", &name); /* from 3.11 on */
	if (!name)
		name_text = text_of(code, "co_name", &name);
	entry = (uintptr_t)code | (file_text ? role_of(file_text) : HIDDEN);
	if (__atomic_compare_exchange_n(
		    &codes[place], &free_place, entry, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
		__atomic_fetch_add(&code_count, 1, __ATOMIC_RELAXED);
		api.hold(code);
		if (file_text)
			record(t, pc, place, absolute(file_text, path, sizeof path),
				name_text ? name_text : "");
	}
	if (file)
		api.release(file);
	if (name)
		api.release(name);
	api.restore_error(error[0], error[1], error[2]);
}

/* The number of a code object and its role; 0 if there are too many code objects. */
static uint32_t number(struct gm_thread *t, const void *pc, void *code, unsigned *role)
{
	uint32_t i = (uint32_t)((uintptr_t)code * 0x9e3779b97f4a7c15ull >> 40) & (CODES - 1);

	for (int n = 0; n < PROBES; n++, i = (i + 1) & (CODES - 1)) {
		if (!i)
			continue;
		if (!GM_LOAD(&codes[i]) && GM_LOAD(&code_count) < CODES_USED)
			add(t, pc, code, i);
		if ((GM_LOAD(&codes[i]) & ~(uintptr_t)ROLE) == (uintptr_t)code) {
			*role = GM_LOAD(&codes[i]) & ROLE;
			return i;
		}
		if (!GM_LOAD(&codes[i]))
			return 0;
	}
	return 0;
}

/*
 * The innermost functions of the user's code, preceded by functions of packages
 * that lead from there to the call. Test runners may add many frames of their
 * own.
 */
static unsigned look(struct gm_thread *t, const void *pc, struct gm_python_place *out)
{
	void *frame = api.frame(), *held = NULL;
	unsigned n = 0, user = 0;

	for (int left = LOOK; frame && left > 0; left--) {
		unsigned role = HIDDEN;
		void *code = api.code(frame);
		const uint32_t id = number(t, pc, code, &role);

		api.release(code);
		if (id && (role == USER || (role == PACKAGE && !user && n < PACKAGE_DEPTH)))
			out[n++] = (struct gm_python_place){id, (uint32_t)api.line(frame)};
		user += id && role == USER;
		if (user && left > LOOK_ON)
			left = LOOK_ON;
		frame = user < USER_DEPTH ? api.back(frame) : NULL;
		if (held)
			api.release(held);
		held = frame;
	}
	if (held)
		api.release(held);
	return n;
}

/*
 * The places of the Python functions that the calling thread is in, innermost
 * first. Waits for the interpreter's lock.
 */
unsigned gm_python_places(struct gm_thread *t, const void *pc, struct gm_python_place *out)
{
	unsigned n;
	int state;

	if (!may_ask())
		return 0;
	state = api.lock();
	n = look(t, pc, out);
	api.unlock(state);
	return n;
}
