/* Handlers for the functions of CUDA's driver (driver.c). */
#ifndef GG_DRIVER_H
#define GG_DRIVER_H

#include "cupti.h"

struct gg_now;

int gg_handler_of(const char *name);
int gg_handler_always(int which);
int gg_per_thread(const char *name);
void gg_handle(int which, const struct gg_now *now, const struct gg_callback *data);

#endif
