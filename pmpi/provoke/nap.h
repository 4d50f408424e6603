/* Sleeping before or after a call (nap.c). */
#ifndef GM_NAP_H
#define GM_NAP_H

#pragma GCC visibility push(hidden)

struct gm_choice;

void gm_nap_setup(void);
struct gm_choice *gm_delay(unsigned fn);
void gm_delay_after(struct gm_choice *c);

#pragma GCC visibility pop

#endif
