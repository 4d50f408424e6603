/*
 * Which memory MPI uses, and until when: needed if the program's own loads and stores are recorded
 * (access.h), if its heap is watched (heap.h), and if digests of sent data are compared (sent.h).
 * Here it begins (track.c).
 */
#ifndef GM_TRACK_H
#define GM_TRACK_H

#pragma GCC visibility push(hidden)

void gm_track_start(int speak, int with_threads);

#pragma GCC visibility pop

#endif
