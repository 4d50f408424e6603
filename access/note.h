/* The note that gomarmot cc leaves in what it compiles (note.c). */
#ifndef GA_NOTE_H
#define GA_NOTE_H

#include <link.h>

#pragma GCC visibility push(hidden)

/* What the notes of an executable or library say: its code calls for each access, or some of it
 * tests the tables itself. */
enum ga_note { GA_NONE, GA_CALLS, GA_TESTS };

enum ga_note ga_note_of(const struct dl_phdr_info *info);

#pragma GCC visibility pop

#endif
