/*
 * The C++ bindings that MPI had up to MPI-2.2, as Open MPI 4.1 has them: their
 * functions are defined in its headers, so the compiler puts many of them into
 * the program. A call from there counts as the library's; the stack shows which
 * call of the program it belongs to.
 */
#define _GNU_SOURCE
#include "cxx.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

/* The program's file, whole. */
struct file {
	const uint8_t *data;
	size_t size;
};

static const void *part(const struct file *f, uint64_t offset, uint64_t size)
{
	return offset <= f->size && size <= f->size - offset ? f->data + offset : NULL;
}

/* Whether a mangled name belongs to a function in namespace MPI. */
static int is_binding(const char *name)
{
	return !strncmp(name, "_ZN3MPI", 7) || !strncmp(name, "_ZNK3MPI", 8);
}

/* Widens the range to include the bindings in a table of symbols. */
static void add_symbols(const struct file *f, const ElfW(Shdr) * table, const ElfW(Shdr) * names,
	uintptr_t range[2])
{
	const ElfW(Sym) *s = part(f, table->sh_offset, table->sh_size);
	const char *text = part(f, names->sh_offset, names->sh_size);

	if (!s || !text || !names->sh_size || text[names->sh_size - 1])
		return;
	for (size_t i = 0; i < table->sh_size / sizeof *s; i++) {
		if (ELF64_ST_TYPE(s[i].st_info) != STT_FUNC || !s[i].st_value ||
			s[i].st_name >= names->sh_size || !is_binding(text + s[i].st_name))
			continue;
		range[0] = s[i].st_value < range[0] ? s[i].st_value : range[0];
		range[1] = s[i].st_value + s[i].st_size > range[1] ? s[i].st_value + s[i].st_size
								   : range[1];
	}
}

static void search(const struct file *f, uintptr_t range[2])
{
	const ElfW(Ehdr) *head = part(f, 0, sizeof *head);
	const ElfW(Shdr) * s;

	if (!head || head->e_shentsize != sizeof *s)
		return;
	s = part(f, head->e_shoff, (uint64_t)head->e_shnum * sizeof *s);
	for (unsigned i = 0; s && i < head->e_shnum; i++)
		if (s[i].sh_type == SHT_DYNSYM && s[i].sh_link < head->e_shnum)
			add_symbols(f, &s[i], &s[s[i].sh_link], range);
}

/*
 * Where the C++ bindings are in the program, which is loaded at base; empty if
 * they are not in use.
 */
struct gm_text gm_cxx_bindings(uintptr_t base)
{
	uintptr_t range[2] = {UINTPTR_MAX, 0};
	struct file f = {.size = 0};
	struct stat st;
	const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return (struct gm_text){0, 0};
	if (!fstat(fd, &st) && st.st_size > 0) {
		f.size = (size_t)st.st_size;
		f.data = mmap(NULL, f.size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (f.data != MAP_FAILED) {
			search(&f, range);
			munmap((void *)f.data, f.size);
		}
	}
	close(fd);
	if (range[0] >= range[1])
		return (struct gm_text){0, 0};
	return (struct gm_text){base + range[0], range[1] - range[0]};
}
