/* Memory of gomarmot's own, outside the program's heap (block.c). */
#ifndef GM_BLOCK_H
#define GM_BLOCK_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

void *gm_pages(size_t bytes);
void *gm_block(size_t bytes);
void *gm_block_larger(void *block, size_t bytes);
void gm_block_free(void *block);

#pragma GCC visibility pop

#endif
