/* Whether the limits of the process leave enough for the checker (limits.c). */
#ifndef GM_LIMITS_H
#define GM_LIMITS_H

#pragma GCC visibility push(hidden)

int gm_limits_are_short(void);

#pragma GCC visibility pop

#endif
