/* Values and layouts of HIP that gomarmot relies on: of hip.h, and of AMD's headers (check/). */

_Static_assert(hipSuccess == 0 && hipErrorNoDevice == 100 && hipErrorNotReady == 600, "");
_Static_assert(sizeof(hipError_t) == sizeof(int), "");
_Static_assert(sizeof(hipMemcpyKind) == sizeof(int) && hipMemcpyDefault == 4, "");
_Static_assert(sizeof(hipStreamCaptureMode) == sizeof(int), "");
_Static_assert(hipStreamNonBlocking == 1, "");
_Static_assert(sizeof(dim3) == 12 && sizeof(hipExtent) == 24, "");
_Static_assert(offsetof(hipExtent, height) == 8 && offsetof(hipExtent, depth) == 16, "");
_Static_assert(sizeof(hipPitchedPtr) == 32 && offsetof(hipPitchedPtr, pitch) == 8, "");
_Static_assert(sizeof(hip_Memcpy2D) == 128, "");
_Static_assert(offsetof(hip_Memcpy2D, srcXInBytes) == 0 && offsetof(hip_Memcpy2D, srcY) == 8, "");
_Static_assert(
	offsetof(hip_Memcpy2D, srcHost) == 24 && offsetof(hip_Memcpy2D, srcDevice) == 32, "");
_Static_assert(
	offsetof(hip_Memcpy2D, srcArray) == 40 && offsetof(hip_Memcpy2D, srcPitch) == 48, "");
_Static_assert(offsetof(hip_Memcpy2D, dstXInBytes) == 56 && offsetof(hip_Memcpy2D, dstY) == 64, "");
_Static_assert(
	offsetof(hip_Memcpy2D, dstHost) == 80 && offsetof(hip_Memcpy2D, dstDevice) == 88, "");
_Static_assert(
	offsetof(hip_Memcpy2D, dstArray) == 96 && offsetof(hip_Memcpy2D, dstPitch) == 104, "");
_Static_assert(
	offsetof(hip_Memcpy2D, WidthInBytes) == 112 && offsetof(hip_Memcpy2D, Height) == 120, "");
_Static_assert(sizeof(hipLaunchParams) == 56 && offsetof(hipLaunchParams, func) == 0, "");
_Static_assert(
	offsetof(hipLaunchParams, args) == 32 && offsetof(hipLaunchParams, stream) == 48, "");
