/*
 * A program built with -fsanitize=address ends at startup if another library
 * was loaded before ASan's, as a preloaded library is. gomarmot replaces nothing of
 * ASan, so it turns that check off through this function, which ASan calls. A
 * function of that name in the program, and ASAN_OPTIONS, still take precedence.
 */
#include "gm.h"

GM_EXPORT const char *__asan_default_options(void);
GM_EXPORT const char *__asan_default_options(void)
{
	return "verify_asan_link_order=0";
}
