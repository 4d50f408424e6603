/*
 * Which memory belongs to an accelerator. gomarmot asks the driver's library if the program has
 * loaded it, and loads none itself: NVIDIA's libcuda, whose cuPointerGetAttributes fails for no
 * pointer, and AMD's libhsa-runtime64. (HIP's own hipPointerGetAttributes would replace the
 * program's last error.) The structures follow the documentation of the libraries.
 *
 * Answers on device memory are kept, as drivers reserve its addresses. The driver is asked about
 * host memory each time.
 */
#define _GNU_SOURCE
#include "device.h"

#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "../base/gm.h"
#include "symbols.h"

enum { KEPT = 256, PAGE = 4096 };

uint32_t gm_devices;

static void (*tell)(void); /* called when the first accelerator is found */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gm_allocation kept[KEPT];
static unsigned keeps; /* allocations kept so far; new ones replace the oldest */

typedef int cuda_attributes_fn(
	unsigned n, int *attributes, void **data, unsigned long long pointer);
static cuda_attributes_fn *cuda_attributes;

struct hsa_pointer {
	uint32_t size;
	int type;
	void *for_agents, *for_host;
	size_t bytes;
	void *user;
	uint64_t owner;
	uint32_t flags;
};

typedef int hsa_pointer_fn(
	const void *address, struct hsa_pointer *info, void *allocate, uint32_t *n, void *agents);
typedef int hsa_agent_fn(uint64_t agent, int what, void *value);
static hsa_pointer_fn *hsa_pointer;
static hsa_agent_fn *hsa_agent;

/* NVIDIA's memory: device and managed. Pinned host memory is host memory. */
static int ask_cuda(const void *address, struct gm_allocation *in)
{
	enum { TYPE = 2, MANAGED = 8, START = 11, SIZE = 12, ON_DEVICE = 2 };
	int attributes[] = {TYPE, MANAGED, START, SIZE};
	unsigned type = 0, managed = 0;
	uintptr_t start = 0;
	size_t size = 0;
	void *data[] = {&type, &managed, &start, &size};
	cuda_attributes_fn *const ask = GM_LOAD(&cuda_attributes);

	if (!ask || ask(4, attributes, data, (uintptr_t)address) || (type != ON_DEVICE && !managed))
		return 0;
	*in = (struct gm_allocation){
		start, start + size, managed ? GM_DEVICE_MANAGED : GM_DEVICE_CUDA};
	return 1;
}

/* AMD's memory: memory owned by an agent other than the processor. */
static int ask_hsa(const void *address, struct gm_allocation *in)
{
	enum { HSA = 1, GRAPHICS = 3, IPC = 4, AGENT_DEVICE = 17, CPU = 0 };
	struct hsa_pointer info = {.size = sizeof info};
	hsa_pointer_fn *const ask = GM_LOAD(&hsa_pointer);
	int device = CPU;

	if (!ask || ask(address, &info, NULL, NULL, NULL) ||
		(info.type != HSA && info.type != GRAPHICS && info.type != IPC))
		return 0;
	if (info.type == HSA && (hsa_agent(info.owner, AGENT_DEVICE, &device) || device == CPU))
		return 0;
	*in = (struct gm_allocation){(uintptr_t)info.for_agents,
		(uintptr_t)info.for_agents + info.bytes, GM_DEVICE_ROCM};
	return 1;
}

static int is_in(const struct gm_allocation *a, uintptr_t at)
{
	return at - a->lo < a->hi - a->lo;
}

static int find_kept(uintptr_t at, struct gm_allocation *in)
{
	for (unsigned i = 0; i < KEPT && i < keeps; i++)
		if (is_in(&kept[i], at)) {
			*in = kept[i];
			return 1;
		}
	return 0;
}

/*
 * The allocation of an accelerator that has this address: 0 if there is none, 1 if it is known
 * already, 2 the first time that it is found.
 */
GM_COLD int gm_device_find(const void *address, struct gm_allocation *in)
{
	int found;

	pthread_mutex_lock(&lock);
	found = find_kept((uintptr_t)address, in);
	pthread_mutex_unlock(&lock);
	if (found || !address || (!ask_cuda(address, in) && !ask_hsa(address, in)))
		return found;
	if (!is_in(in, (uintptr_t)address)) /* the driver knows no bounds of it */
		*in = (struct gm_allocation){(uintptr_t)address & -(uintptr_t)PAGE,
			((uintptr_t)address & -(uintptr_t)PAGE) + PAGE, in->of};
	pthread_mutex_lock(&lock);
	kept[keeps++ % KEPT] = *in;
	pthread_mutex_unlock(&lock);
	return 2;
}

static int is_named(const struct link_map *m, const char *name)
{
	return !strncmp(gm_base_name(m->l_name), name, strlen(name));
}

/* Finds the libraries of accelerators that are loaded. */
void gm_device_look(void)
{
	for (const struct link_map *m = _r_debug.r_map; m; m = m->l_next) {
		if (is_named(m, "libcuda.so"))
			GM_STORE(&cuda_attributes, (cuda_attributes_fn *)gm_defined(m->l_addr,
							   m->l_ld, "cuPointerGetAttributes"));
		if (is_named(m, "libhsa-runtime64.so")) {
			hsa_agent = (hsa_agent_fn *)gm_defined(
				m->l_addr, m->l_ld, "hsa_agent_get_info");
			if (hsa_agent)
				GM_STORE(&hsa_pointer, (hsa_pointer_fn *)gm_defined(m->l_addr,
							       m->l_ld, "hsa_amd_pointer_info"));
		}
	}
	if ((!cuda_attributes && !hsa_pointer) || GM_LOAD(&gm_devices))
		return;
	GM_STORE(&gm_devices, 1);
	if (tell)
		tell();
}

/*
 * Called when recording starts. found is called once the process has an accelerator's library,
 * now or later. Programs load such a library and look up its functions, which gm_device_lookup
 * notices.
 */
void gm_device_setup(void (*found)(void))
{
	tell = found;
	gm_device_look();
}

/* Called when the program looks up a function. Calls nothing of the C library unless the
 * function is an accelerator's. */
void gm_device_lookup(const char *name)
{
	const int cuda = name[0] == 'c' && name[1] == 'u',
		  hsa = name[0] == 'h' && (name[1] == 's' || name[1] == 'i');

	if (tell && (cuda || hsa) && !GM_LOAD(&gm_devices))
		gm_device_look();
}
