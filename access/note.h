/* The note that gomarmot cc leaves in objects (note.c). */
#ifndef GA_NOTE_H
#define GA_NOTE_H

#include <link.h>

#pragma GCC visibility push(hidden)

/* The kinds of code in an executable or library, by its notes: all code calls the library for each
 * access, or some of it tests the tables itself. */
enum ga_note { GA_NONE, GA_CALLS, GA_TESTS };

enum ga_note ga_note_of(const struct dl_phdr_info *info);

#pragma GCC visibility pop

#endif
