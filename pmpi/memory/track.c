/* Recording starts: which of the purposes in tracking.h the process has. */
#include "track.h"

#include "../loaded/device.h"
#include "access.h"
#include "gpu.h"
#include "heap.h"
#include "sent.h"
#include "table.h"
#include "tracking.h"

/* The process has the library of an accelerator: its memory is left alone. */
static void found_devices(void)
{
	gm_tracking_on(GM_TRACKS_DEVICES);
}

/*
 * with_threads: the program has announced several threads; speak: report settings that have no
 * effect.
 */
void gm_track_start(int speak, int with_threads)
{
	gm_table_lock();
	gm_access_begin(with_threads);
	if (gm_heap_begin(speak))
		gm_tracking_on(GM_TRACKS_HEAP);
	if (gm_sent_begin())
		gm_tracking_on(GM_TRACKS_SENT);
	for (const struct gm_entry *e = gm_table_next(NULL); gm_heaps() && e; e = gm_table_next(e))
		if (e->is_window)
			gm_heap_mark(e->lo, (int64_t)(e->hi - e->lo));
	gm_table_unlock();
	gm_device_setup(found_devices);
	gm_gpu_begin();
}
