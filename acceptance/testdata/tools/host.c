// Loads a library as interpreters do, and runs its main. Arguments: the library, local or deep, those of its main.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const int deep = argc > 2 && !strcmp(argv[2], "deep") ? RTLD_DEEPBIND : 0;
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | deep);
    int (*run)(int, char **) = library ? (int (*)(int, char **))dlsym(library, "plugin_main") : NULL;

    if (!run) {
        puts(dlerror());
        return 1;
    }
    return run(argc - 2, argv + 2);
}
