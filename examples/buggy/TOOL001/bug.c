// The window is created by a function whose address comes from the MPI library's symbol table, not
// from the loader, so gomarmot does not see the call. The window's history is unknown.
#define _GNU_SOURCE
#include <link.h>
#include <mpi.h>
#include <string.h>

struct function {
    const char *name;
    void *found;
};

static int in_object(struct dl_phdr_info *info, size_t size, void *arg) {
    struct function *f = arg;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Dyn) *d = NULL;

    (void)size;
    if (!strstr(info->dlpi_name, "/libmpi"))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; d && d->d_tag != DT_NULL; d++) {
        symbols = d->d_tag == DT_SYMTAB ? (const void *)d->d_un.d_ptr : symbols;
        names = d->d_tag == DT_STRTAB ? (const void *)d->d_un.d_ptr : names;
    }
    for (const ElfW(Sym) *s = symbols; s && (const char *)s < names && !f->found; s++)
        if (s->st_shndx != SHN_UNDEF && !strcmp(names + s->st_name, f->name))
            f->found = (void *)(info->dlpi_addr + s->st_value);
    return f->found != NULL;
}

static void *in_library(const char *name) {
    struct function f = {name, NULL};

    dl_iterate_phdr(in_object, &f);
    return f.found;
}

int main(int argc, char **argv) {
    static int cell;
    int rank, value = 42;
    MPI_Win win;
    int (*create)(void *, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win *) = in_library("MPI_Win_create");

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win); // want TOOL001 "window"
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
