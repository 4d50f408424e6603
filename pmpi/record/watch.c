/*
 * GOMARMOT_WATCH: the families of calls that are recorded, separated by commas.
 * Calls that create and free objects always are.
 */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

#include "../base/note.h"
#include "../base/zz_wrappers.h"

uint32_t gm_watched = GM_FAMILIES;
uint32_t gm_requests;

/* The bits of a family, 0 for an unknown name. */
static uint32_t bits_of(const char *name, size_t length)
{
	if (length == 3 && !strncmp(name, "all", length))
		return GM_FAMILIES;
	for (unsigned i = 0; gm_family_name[i]; i++)
		if (strlen(gm_family_name[i]) == length &&
			!strncmp(gm_family_name[i], name, length))
			return 1u << i;
	return 0;
}

/* Reads the variable, before recording starts; speak: prints a note if it is wrong. */
void gm_watch_setup(int speak)
{
	const char *text = getenv("GOMARMOT_WATCH");
	uint32_t all = 0;

	if (!text || !*text)
		return;
	while (*text) {
		const size_t length = strcspn(text, ",");
		const uint32_t bits = bits_of(text, length);

		if (speak && !bits && length)
			gm_note("GOMARMOT_WATCH: there is no family \"%.*s\"; families are rma, "
				"io, "
				"messages, collectives, objects, and all",
				(int)length, text);
		all |= bits;
		text += length + (text[length] == ',');
	}
	gm_watched = all ? all : GM_FAMILIES;
}
