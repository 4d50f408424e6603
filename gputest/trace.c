/* Driver calls of the test GPU: the first call loads the library that CUDA_INJECTION64_PATH names,
 * and each call is reported to the subscriber of CUPTI. */
#include "trace.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CUpti_CallbackFunc callback;
static void *user;
static int enabled;

CUptiResult cuptiSubscribe(
	CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc function, void *data)
{
	const char *error = getenv("GPUTEST_CUPTI"); /* the test wants this error */

	if (error)
		return atoi(error);
	if (callback)
		return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
	*subscriber = (CUpti_SubscriberHandle)1;
	user = data;
	callback = function;
	return 0;
}

CUptiResult cuptiEnableDomain(
	uint32_t enable, CUpti_SubscriberHandle subscriber, CUpti_CallbackDomain domain)
{
	(void)subscriber;
	if (domain == CUPTI_CB_DOMAIN_DRIVER_API)
		enabled = enable != 0;
	return 0;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char **text)
{
	(void)result;
	*text = "CUPTI_ERROR_UNKNOWN";
	return 0;
}

static void inject(void)
{
	const char *path = getenv("CUDA_INJECTION64_PATH");
	void *library = path ? dlopen(path, RTLD_NOW) : NULL;
	int (*start)(void) = library ? (int (*)(void))dlsym(library, "InitializeInjection") : NULL;

	if (start)
		start();
}

CUresult gputest_traced(uint32_t id, const char *name, const void *params,
	CUresult (*call)(const void *params), const char *symbol)
{
	uint64_t correlation = 0;
	CUresult result = CUDA_SUCCESS;
	CUpti_CallbackData data = {.functionName = name,
		.functionParams = params,
		.functionReturnValue = &result,
		.symbolName = symbol,
		.context = (CUcontext)0x10,
		.contextUid = 1,
		.correlationData = &correlation};

	pthread_once(&once, inject);
	if (enabled)
		callback(user, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
	result = call(params);
	data.callbackSite = CUPTI_API_EXIT;
	if (enabled)
		callback(user, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
	return result;
}
