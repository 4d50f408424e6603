/* Loads a library with local scope and runs its main, as interpreters do. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	int (*run)(int, char **) = library ? (int (*)(int, char **))dlsym(library, "plugin_main") : NULL;

	if (!run) {
		puts(dlerror());
		return 1;
	}
	return run(argc - 1, argv + 1);
}
