/*
 * A program built with -fsanitize=address ends at its start if another library
 * was loaded before ASan's, as a preloaded one is. Nothing of ASan is replaced
 * here, so ASan, which asks this function, is told not to mind. A function of
 * that name in the program and ASAN_OPTIONS still have the last word.
 */
#include "gm.h"

GM_EXPORT const char *__asan_default_options(void);
GM_EXPORT const char *__asan_default_options(void)
{
	return "verify_asan_link_order=0";
}
