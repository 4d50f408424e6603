#define _GNU_SOURCE
#include "note.h"

#include <elf.h>
#include <string.h>

static enum ga_note read_notes(const char *notes, size_t size)
{
	static const char owner[] = "gomarmot";
	const size_t after_owner = (sizeof owner + 3) & ~3ul;
	enum ga_note found = GA_NONE;
	ElfW(Nhdr) head;

	while (size >= sizeof head) {
		const char *const name = notes + sizeof head;
		size_t length;

		memcpy(&head, notes, sizeof head);
		length = sizeof head + ((head.n_namesz + 3ul) & ~3ul) +
			 ((head.n_descsz + 3ul) & ~3ul);
		if (length > size)
			return found;
		if (head.n_namesz == sizeof owner && !memcmp(name, owner, sizeof owner)) {
			if (strncmp(name + after_owner, "hooks ", 6) != 0)
				return GA_TESTS;
			found = GA_CALLS;
		}
		notes += length;
		size -= length;
	}
	return found;
}

enum ga_note ga_note_of(const struct dl_phdr_info *info)
{
	enum ga_note found = GA_NONE;

	for (unsigned i = 0; i < info->dlpi_phnum && found != GA_TESTS; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		enum ga_note one;

		if (p->p_type != PT_NOTE || p->p_align > 4)
			continue;
		one = read_notes((const char *)info->dlpi_addr + p->p_vaddr, p->p_memsz);
		found = one > found ? one : found;
	}
	return found;
}
