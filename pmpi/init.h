/* The calls in which recording begins and ends (init.c). */
#ifndef GM_INIT_H
#define GM_INIT_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

extern __thread uint32_t gm_initializing __attribute__((tls_model("initial-exec")));

int gm_session_is_open(void);

#pragma GCC visibility pop

#endif
