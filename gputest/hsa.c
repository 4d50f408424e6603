/* The part of AMD's libhsa-runtime64 that the test GPU has: which agent owns memory. */
#include <stdint.h>

#include "memory.h"

enum { CPU = 0, GPU = 1 }; /* agents, and their kinds */

/* hsa_amd_pointer_info_t */
struct info {
	uint32_t size;
	int type;
	void *for_agents, *for_host;
	size_t bytes;
	void *user;
	uint64_t owner;
	uint32_t flags;
};

int hsa_amd_pointer_info(
	const void *address, struct info *info, void *allocate, uint32_t *n, void *agents)
{
	enum { UNKNOWN = 0, HSA = 1 };
	struct allocation a;

	(void)allocate, (void)n, (void)agents;
	*info = (struct info){.size = sizeof *info, .type = UNKNOWN};
	if (gputest_find(address, &a) && a.kind != MANAGED)
		*info = (struct info){.size = sizeof *info,
			.type = HSA,
			.for_agents = a.at,
			.for_host = a.kind == DEVICE ? NULL : a.at,
			.bytes = a.size,
			.owner = a.kind == DEVICE ? GPU : CPU};
	return 0;
}

int hsa_agent_get_info(uint64_t agent, int what, void *value)
{
	enum { DEVICE_KIND = 17 };

	if (what != DEVICE_KIND)
		return 1;
	*(int *)value = (int)agent;
	return 0;
}
