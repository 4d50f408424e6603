// A program without MPI that finds out whether it has MPI, as libraries do that can use it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    void *by_default = dlsym(RTLD_DEFAULT, "MPI_Init"), *of_program = dlsym(dlopen(NULL, RTLD_LAZY), "PMPI_Init");
    const int failed = dlerror() != NULL;

    printf("default %d, program %d, error %d", by_default != NULL, of_program != NULL, failed);
    by_default = dlsym(RTLD_DEFAULT, "puts");
    printf(", puts %d\n", by_default == (void *)&puts && !dlerror());
    return 0;
}
