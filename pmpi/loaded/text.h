/* The code of loaded objects (text.c). */
#ifndef GM_TEXT_H
#define GM_TEXT_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct dl_phdr_info;

/* The code of a loaded object. */
struct gm_text {
	uintptr_t from, size;
};

static inline int gm_in_text(const struct gm_text *text, uintptr_t at)
{
	return at - text->from < text->size;
}

struct gm_text gm_text_of(const struct dl_phdr_info *info);
struct gm_text gm_text_at(const void *address);

#pragma GCC visibility pop

#endif
