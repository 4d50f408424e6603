/* A call without a place for a result. */
#include "results.h"

#include "../base/gm.h"
#include "../base/record.h"
#include "../record/ring.h"
#include "../record/thread.h"

/* Records, before the call, which of its arguments are NULL where MPI needs an address: bit i is
 * the argument with number i. The MPI library may end the program in the call. */
GM_COLD void gm_null_results(struct gm_thread *t, const void *pc, int64_t arguments)
{
	const int64_t words[2] = {GM_MEMORY_NONE, arguments};

	gm_record(t, GM_META(GM_KIND_MEMORY, GM_ONCE, 0, 2), pc, words);
}
