/* The code of loaded objects: which object an address belongs to. */
#define _GNU_SOURCE
#include "text.h"

#include <link.h>

/* From the first executable segment to the last; usually both are the same. */
struct gm_text gm_text_of(const struct dl_phdr_info *info)
{
	uintptr_t from = UINTPTR_MAX, to = 0;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		const uintptr_t at = info->dlpi_addr + p->p_vaddr;

		if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
			continue;
		from = at < from ? at : from;
		to = at + p->p_memsz > to ? at + p->p_memsz : to;
	}
	return to > from ? (struct gm_text){from, to - from} : (struct gm_text){0, 0};
}

/* The search for the object that holds an address. */
struct holder {
	uintptr_t address;
	struct gm_text text;
};

static int find_holder(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct holder *h = arg;
	const struct gm_text text = gm_text_of(info);

	(void)size;
	if (!gm_in_text(&text, h->address))
		return 0;
	h->text = text;
	return 1;
}

/* The code of the object that holds an address; empty if there is none. */
struct gm_text gm_text_at(const void *address)
{
	struct holder h = {.address = (uintptr_t)address};

	dl_iterate_phdr(find_holder, &h);
	return h.text;
}
