/* The streams and the device of the program (streams.c). */
#ifndef GH_STREAMS_H
#define GH_STREAMS_H

#include "../work.h"
#include "hip.h"

void gh_device_set(int number);
int64_t gh_context(void);
void gh_stream_made(hipStream_t stream, unsigned flags);
void gh_stream_gone(hipStream_t stream);
int gh_nonblocking(gg_stream stream, int64_t *context);

#endif
