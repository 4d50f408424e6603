/* dlsym and dlvsym for gomarmot itself (loader.c). */
#ifndef GM_LOADER_H
#define GM_LOADER_H

#pragma GCC visibility push(hidden)

typedef void *gm_dlsym_fn(void *handle, const char *name);
typedef void *gm_dlvsym_fn(void *handle, const char *name, const char *version);

gm_dlsym_fn *gm_next_dlsym(void);
gm_dlvsym_fn *gm_next_dlvsym(void);
void *gm_own(const char *name);
void *gm_dlsym(void *handle, const char *name);

#pragma GCC visibility pop

#endif
