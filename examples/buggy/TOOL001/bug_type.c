// The datatype is built by functions whose addresses come from the MPI library's symbol table, not
// from the loader, so gomarmot does not see the calls: its layout is unknown, and so are
// the bytes that the put writes.
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
    static int cells[4];
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Win win;
    int (*contiguous)(int, MPI_Datatype, MPI_Datatype *) = in_library("MPI_Type_contiguous");
    int (*commit)(MPI_Datatype *) = in_library("MPI_Type_commit");
    int (*release)(MPI_Datatype *) = in_library("MPI_Type_free");

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    contiguous(4, MPI_INT, &type);
    commit(&type);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 4, MPI_INT, 1, 0, 1, type, win); // want TOOL001 "datatype"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    release(&type);
    MPI_Finalize();
    return 0;
}
