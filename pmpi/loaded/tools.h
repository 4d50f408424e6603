/* Tools in front of gomarmot, and the calls that do not pass them (tools.c). */
#ifndef GM_TOOLS_H
#define GM_TOOLS_H

#pragma GCC visibility push(hidden)

extern const char *gm_unseen;
extern int gm_program_wraps;

void gm_find_unseen(const void *init);
void gm_say_unwatched(void);
const char *gm_launched_as(void);

#pragma GCC visibility pop

#endif
