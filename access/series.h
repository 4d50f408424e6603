/* The places of a log, and their series (series.c). */
#ifndef GA_SERIES_H
#define GA_SERIES_H

#include "bridge.h"
#include "log.h"

#pragma GCC visibility push(hidden)

void ga_put(struct ga_log *log, const struct gomarmot_series *series);
void ga_close_all(struct ga_log *log);
void ga_hand_over_series(struct gomarmot_series s, const struct gomarmot_sink *sink);
void ga_rearm_series(struct ga_log *log);
int ga_repeated(const struct ga_log *log);

#pragma GCC visibility pop

#endif
