/* How driver calls are reported (trace.c): the part of CUPTI's callback interface that the test GPU
 * has, names and values as in its documentation. */
#ifndef GPUTEST_TRACE_H
#define GPUTEST_TRACE_H

#include <stdint.h>

#include "cuda_runtime.h"

typedef int CUptiResult;
typedef enum { CUPTI_CB_DOMAIN_DRIVER_API = 1 } CUpti_CallbackDomain;
typedef uint32_t CUpti_CallbackId;
typedef struct gputest_subscriber *CUpti_SubscriberHandle;
typedef enum { CUPTI_API_ENTER = 0, CUPTI_API_EXIT = 1 } CUpti_ApiCallbackSite;

typedef struct {
	CUpti_ApiCallbackSite callbackSite;
	const char *functionName;
	const void *functionParams;
	void *functionReturnValue;
	const char *symbolName;
	CUcontext context;
	uint32_t contextUid;
	uint64_t *correlationData;
	uint32_t correlationId;
} CUpti_CallbackData;

typedef void (*CUpti_CallbackFunc)(
	void *userdata, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data);

/* Only one subscriber is served at a time. */
enum { CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED = 39 };

CUptiResult cuptiGetResultString(CUptiResult result, const char **text);
CUptiResult cuptiSubscribe(
	CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc callback, void *userdata);
CUptiResult cuptiEnableDomain(
	uint32_t enable, CUpti_SubscriberHandle subscriber, CUpti_CallbackDomain domain);

/* Makes a driver call, and reports it on entry and on return. */
CUresult gputest_traced(uint32_t id, const char *name, const void *params,
	CUresult (*call)(const void *params), const char *symbol);

#endif
