/* Fetching the logs of other nodes: the transfer itself (transfer.c). */
#ifndef GM_TRANSFER_H
#define GM_TRANSFER_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

enum {
	GM_FETCH_TAG = 32767, /* MPI has all tags up to here */
	GM_STATUS_WORDS = 16, /* more than the status of any MPI takes */
};

struct gm_place;

int gm_transfer_setup(const struct gm_place *where);
int gm_send_bytes(const void *bytes, size_t n, int to);
int gm_receive_bytes(void *bytes, size_t room, int from);
int gm_each_file(int sending);
int gm_receive_log(int from);
void gm_send_log(void);

#pragma GCC visibility pop

#endif
