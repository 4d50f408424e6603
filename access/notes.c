/*
 * Functions by which programs tell ThreadSanitizer about their synchronization
 * (<sanitizer/tsan_interface.h>). Code that is compiled with -fsanitize=thread may call them, so
 * they exist; nothing depends on them.
 */
#include <stddef.h>

#include "table.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wunused-parameter"

GA_EXPORT void __tsan_acquire(void *at)
{
}

GA_EXPORT void __tsan_release(void *at)
{
}

GA_EXPORT void __tsan_mutex_create(void *mutex, unsigned flags)
{
}

GA_EXPORT void __tsan_mutex_destroy(void *mutex, unsigned flags)
{
}

GA_EXPORT void __tsan_mutex_pre_lock(void *mutex, unsigned flags)
{
}

GA_EXPORT void __tsan_mutex_post_lock(void *mutex, unsigned flags, int recursion)
{
}

GA_EXPORT int __tsan_mutex_pre_unlock(void *mutex, unsigned flags)
{
	return 0;
}

GA_EXPORT void __tsan_mutex_post_unlock(void *mutex, unsigned flags)
{
}

GA_EXPORT void __tsan_mutex_pre_signal(void *mutex, unsigned flags)
{
}

GA_EXPORT void __tsan_mutex_post_signal(void *mutex, unsigned flags)
{
}

GA_EXPORT void __tsan_mutex_pre_divert(void *mutex, unsigned flags)
{
}

GA_EXPORT void __tsan_mutex_post_divert(void *mutex, unsigned flags)
{
}

GA_EXPORT void *__tsan_get_current_fiber(void)
{
	return NULL;
}

GA_EXPORT void *__tsan_create_fiber(unsigned flags)
{
	return NULL;
}

GA_EXPORT void __tsan_destroy_fiber(void *fiber)
{
}

GA_EXPORT void __tsan_switch_to_fiber(void *fiber, unsigned flags)
{
}

GA_EXPORT void __tsan_set_fiber_name(void *fiber, const char *name)
{
}
