/*
 * Compares what gomarmot knows of HIP with AMD's headers and library. The compiler accepts a second
 * declaration of a function only if it has the same type. Without arguments the program prints the
 * functions of functions.h with the versions of their symbols; with a code object or bundle, and
 * the name of a kernel, the offsets and sizes of the kernel's parameters.
 */
#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>

#include <hip/amd_detail/amd_hip_runtime_pt_api.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../code.h"
#include "../../layout.h"

#define NOTE(version, name, parameters, arguments, action) hipError_t name parameters;
#define NOTE_SPT(version, name, parameters, arguments, action) hipError_t name parameters;
#define KNOW(version, name, parameters, arguments, action) hipError_t name parameters;
#define BEFORE(version, name, parameters, arguments, action) hipError_t name parameters;
#define FREE(version, name, parameters, arguments, waits) hipError_t name parameters;
#include "../../functions.h"

#undef NOTE
#undef NOTE_SPT
#undef KNOW
#undef BEFORE
#undef FREE
#define NOTE(version, name, parameters, arguments, action) #name " " version,
#define NOTE_SPT(version, name, parameters, arguments, action) #name " " version,
#define KNOW(version, name, parameters, arguments, action) #name " " version,
#define BEFORE(version, name, parameters, arguments, action) #name " " version,
#define FREE(version, name, parameters, arguments, waits) #name " " version,

static const char *const functions[] = {
#include "../../functions.h"
	"__hipRegisterFatBinary 4.2",
	"__hipUnregisterFatBinary 4.2",
	"__hipRegisterFunction 4.2",
};

static int parameters(const char *path, const char *name)
{
	static unsigned char image[1 << 20];
	struct gg_kernel kernel = {.n = 0};
	struct gh_metadata metadata;
	FILE *file = fopen(path, "rb");

	if (!file || !fread(image, 1, sizeof image, file) || !gh_metadata_of(image, &metadata))
		return EXIT_FAILURE;
	gh_metadata_kernel(&metadata, name, &kernel);
	for (unsigned i = 0; i < kernel.n; i++)
		printf("%u:%u ", kernel.offsets[i], kernel.sizes[i]);
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return parameters(argv[1], argv[2]);
	for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
		puts(functions[i]);
	return EXIT_SUCCESS;
}
