/* Requests that are completed in another order, or singly (order.c). */
#ifndef GM_FORCE_ORDER_H
#define GM_FORCE_ORDER_H

#pragma GCC visibility push(hidden)

void gm_order_setup(void);

#pragma GCC visibility pop

#endif
