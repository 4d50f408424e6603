/* Operations on files that begin when they must be complete (file.c). */
#ifndef GM_FORCE_FILE_H
#define GM_FORCE_FILE_H

#pragma GCC visibility push(hidden)

void gm_file_setup(void);

#pragma GCC visibility pop

#endif
