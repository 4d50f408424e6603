/* HIP's own functions (real.c). */
#ifndef GH_REAL_H
#define GH_REAL_H

typedef void gh_function(void);

gh_function *gh_real(gh_function **kept, const char *name);

#endif
