/* Lists that grow. */
#include "room.h"

#include <stdlib.h>

enum { FIRST = 64 };

/* Returns a list of count elements with room for another element; NULL if memory is short: then
 * the list stays as it is. size: the bytes of an element. */
void *gg_room(void *all, uint32_t count, uint32_t *room, size_t size)
{
	const uint32_t more = *room ? 2 * *room : FIRST;
	void *grown;

	if (count < *room)
		return all;
	grown = realloc(all, more * size);
	if (grown)
		*room = more;
	return grown;
}
