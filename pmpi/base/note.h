/* Writing: lines on the error stream, and files (note.c). */
#ifndef GM_NOTE_H
#define GM_NOTE_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

void gm_note_setup(void);
int gm_write(int fd, const void *data, size_t size);
void gm_write_line(const char *line, size_t length);
void gm_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#pragma GCC visibility pop

#endif
