// The address of a function in the MPI library's own symbol table: found without the loader, so that no other library's
// function of this name comes in between.
#include <link.h>
#include <string.h>

struct bypass {
    const char *name;
    void *found;
};

static int bypass_object(struct dl_phdr_info *info, size_t size, void *arg) {
    struct bypass *b = arg;
    const char *file = strrchr(info->dlpi_name, '/');
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Dyn) *d = NULL;

    (void)size;
    if (!file || (strncmp(file, "/libmpi.", 8) && strncmp(file, "/libmpich.", 10)))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; d && d->d_tag != DT_NULL; d++) {
        symbols = d->d_tag == DT_SYMTAB ? (const void *)d->d_un.d_ptr : symbols;
        names = d->d_tag == DT_STRTAB ? (const void *)d->d_un.d_ptr : names;
    }
    for (const ElfW(Sym) *s = symbols; s && (const char *)s < names && !b->found; s++) // the names follow the symbols
        if (s->st_shndx != SHN_UNDEF && !strcmp(names + s->st_name, b->name))
            b->found = (void *)(info->dlpi_addr + s->st_value);
    return b->found != NULL;
}

static inline void *bypass(const char *name) {
    struct bypass b = {name, NULL};

    dl_iterate_phdr(bypass_object, &b);
    return b.found;
}
