/* One log file for the ranks of a node (node.c). */
#ifndef GM_NODE_H
#define GM_NODE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_place;

int gm_node_wanted(void);
void gm_node_join(struct gm_place *place);
int gm_node_has_rank(const char *dir, uint64_t run_id, uint32_t rank);

#pragma GCC visibility pop

#endif
