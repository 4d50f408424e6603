/*
 * Kernels of the program. A launch names a function; the function belongs to a module; the module's
 * code object describes the kernel's parameters. The compiler's code registers modules and
 * functions when a library is loaded, so nothing is read before a function is launched.
 */
#define _GNU_SOURCE
#include "kernels.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../room.h"
#include "code.h"

struct module {
	const void *handle;
	const void *image; /* in the program's data; NULL: copied holds a copy of the metadata */
	void *copied;
	size_t size;
};

struct function {
	const void *function, *module;
	char *name;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	struct module *all;
	uint32_t count, room;
} modules;
static struct {
	struct function *all;
	uint32_t count, room;
} functions;

static void add_module(const struct module *m)
{
	struct module *all;

	pthread_mutex_lock(&lock);
	all = gg_room(modules.all, modules.count, &modules.room, sizeof *all);
	if (all) {
		modules.all = all;
		all[modules.count++] = *m;
	} else {
		free(m->copied);
	}
	pthread_mutex_unlock(&lock);
}

/* Adds a module that the compiler's code registers: its image is the program's data. */
void gh_module_registered(const void *module, const void *image)
{
	add_module(&(struct module){.handle = module, .image = image});
}

/* Adds a module that the program loads, with a copy of its metadata: the program may free the
 * image. */
void gh_module_loaded(const void *module, const void *image)
{
	struct module m = {.handle = module};
	struct gh_metadata metadata;

	if (!gh_metadata_of(image, &metadata))
		return;
	m.copied = malloc(metadata.size);
	m.size = metadata.size;
	if (!m.copied)
		return;
	memcpy(m.copied, metadata.at, metadata.size);
	add_module(&m);
}

void gh_module_file(const void *module, const char *path)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat info;
	void *image;

	if (file < 0)
		return;
	if (!fstat(file, &info) && info.st_size > 0) {
		image = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
		if (image != MAP_FAILED) {
			gh_module_loaded(module, image);
			munmap(image, (size_t)info.st_size);
		}
	}
	close(file);
}

/* Forgets a module: after it is unloaded, other functions may get the addresses of its functions.
 */
void gh_module_gone(const void *module)
{
	uint32_t kept = 0;

	pthread_mutex_lock(&lock);
	for (uint32_t i = 0; i < functions.count; i++)
		if (functions.all[i].module == module)
			free(functions.all[i].name);
		else
			functions.all[kept++] = functions.all[i];
	functions.count = kept;
	for (uint32_t i = 0; i < modules.count; i++)
		if (modules.all[i].handle == module) {
			free(modules.all[i].copied);
			modules.all[i] = modules.all[--modules.count];
			break;
		}
	pthread_mutex_unlock(&lock);
	gg_kernels_forget(); /* its lock is taken before the lock of this file (gh_describe) */
}

/* Under the lock. */
static void add_function(const void *function, const void *module, const char *name)
{
	char *copy = strdup(name);
	struct function *all =
		copy ? gg_room(functions.all, functions.count, &functions.room, sizeof *all) : NULL;

	if (!all) {
		free(copy);
		return;
	}
	functions.all = all;
	all[functions.count++] = (struct function){function, module, copy};
}

/* Returns the latest entry of a function, or NULL. Under the lock. */
static const struct function *find(const void *function)
{
	for (uint32_t i = functions.count; i-- > 0;)
		if (functions.all[i].function == function)
			return &functions.all[i];
	return NULL;
}

/* Adds a function that the compiler's code registers, once for each function. */
void gh_function_registered(const void *function, const void *module, const char *name)
{
	pthread_mutex_lock(&lock);
	add_function(function, module, name);
	pthread_mutex_unlock(&lock);
}

/* Adds a function that the program gets from a module, perhaps before each launch. */
void gh_function_got(const void *function, const void *module, const char *name)
{
	const struct function *f;

	pthread_mutex_lock(&lock);
	f = find(function);
	if (!f || f->module != module || strcmp(f->name, name) != 0)
		add_function(function, module, name);
	pthread_mutex_unlock(&lock);
}

/* Returns 1, and the metadata of a module. Under the lock. */
static int find_metadata(const void *module, struct gh_metadata *out)
{
	for (uint32_t i = modules.count; i-- > 0;) {
		const struct module *m = &modules.all[i];

		if (m->handle != module)
			continue;
		*out = (struct gh_metadata){m->copied, m->size};
		return m->copied || gh_metadata_of(m->image, out);
	}
	return 0;
}

/* Fills in the name of a kernel, and its parameters if its code object describes them. The name
 * is valid until the module is unloaded. */
void gh_describe(void *function, struct gg_kernel *kernel)
{
	struct gh_metadata metadata;
	const struct function *f;

	pthread_mutex_lock(&lock);
	f = find(function);
	if (f) {
		kernel->name = f->name;
		if (find_metadata(f->module, &metadata))
			gh_metadata_kernel(&metadata, f->name, kernel);
	}
	pthread_mutex_unlock(&lock);
}
