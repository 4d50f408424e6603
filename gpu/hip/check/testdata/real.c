/* Calls AMD's library, on a machine without a GPU, too, and prints what each call returns. */
#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>
#include <stdio.h>

static char host[64], other[64];

static void say(const char *what, hipError_t result)
{
	printf("%s %d %d\n", what, (int)result, (int)hipGetLastError());
}

int main(void)
{
	hipStream_t stream = NULL;
	hipEvent_t event = NULL;
	void *at = NULL;

	say("hipSetDevice", hipSetDevice(0));
	say("hipMalloc", hipMalloc(&at, sizeof host));
	say("hipHostMalloc", hipHostMalloc(&at, sizeof host, 0));
	say("hipMemcpy", hipMemcpy(at, host, sizeof host, hipMemcpyDefault));
	say("hipMemcpyAsync", hipMemcpyAsync(other, host, sizeof host, hipMemcpyDefault, NULL));
	say("hipMemset", hipMemset(at, 0, sizeof host));
	say("hipStreamCreate", hipStreamCreate(&stream));
	say("hipStreamQuery", hipStreamQuery(stream));
	say("hipEventCreate", hipEventCreate(&event));
	say("hipEventRecord", hipEventRecord(event, stream));
	say("hipDeviceSynchronize", hipDeviceSynchronize());
	say("hipFree", hipFree(NULL));
	return 0;
}
