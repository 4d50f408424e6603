/* Where the ranks of a host agree on a log (meeting.c). */
#ifndef GM_MEETING_H
#define GM_MEETING_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

void gm_meeting_setup(uint64_t run_id);
int gm_meeting_read(char *log, size_t size);
int gm_meeting_open(void);
int gm_meeting_choose(const char *log);
void gm_meeting_over(void);
void gm_meeting_leave(void);

#pragma GCC visibility pop

#endif
