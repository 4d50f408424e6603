/* Forces behavior that MPI allows and a plain run did not show (provoke.c). */
#ifndef GM_PROVOKE_H
#define GM_PROVOKE_H

#pragma GCC visibility push(hidden)

void gm_provoke_setup(int rank);

#pragma GCC visibility pop

#endif
