/*
 * Descriptions of kernels in AMD's code objects. A code object is an ELF file; a note in it has the
 * metadata: MessagePack, with a list of kernels, and for each kernel the list of its parameters.
 * The compiler bundles the code objects for several GPUs, which have the same kernels. A compressed
 * bundle is not read: its kernels are not described.
 */
#include "code.h"

#include <elf.h>
#include <string.h>

enum { WRAPPED = 0x48495046 /* HIPF */, METADATA = 32 /* NT_AMDGPU_METADATA */, MAGIC = 24 };

/* The structure that the compiler registers. */
struct wrapper {
	uint32_t magic, version;
	const void *bundle;
	const void *unused;
};

/* An entry of a bundle; the name of the GPU follows. */
struct entry {
	uint64_t offset, size, name;
};

/* A reader of metadata; the rest begins at at. */
struct reader {
	const unsigned char *at, *end;
	int failed;
};

/* A string of metadata, such as a key of a map. */
struct key {
	const char *at;
	size_t n;
};

/* Images. */

static int find_note(const unsigned char *at, const unsigned char *end, struct gh_metadata *out)
{
	while ((size_t)(end - at) >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr n;
		uint64_t name, description;

		memcpy(&n, at, sizeof n);
		at += sizeof n;
		name = (n.n_namesz + 3ul) & ~3ul;
		description = (n.n_descsz + 3ul) & ~3ul;
		if (name + n.n_descsz > (size_t)(end - at))
			return 0;
		if (n.n_type == METADATA && n.n_namesz == 7 && !memcmp(at, "AMDGPU", 7)) {
			*out = (struct gh_metadata){at + name, n.n_descsz};
			return 1;
		}
		if (name + description > (size_t)(end - at))
			return 0;
		at += name + description;
	}
	return 0;
}

/* Reads the metadata of a code object. HIP has accepted the code object, so its tables are within
 * it. */
static int in_elf(const unsigned char *image, struct gh_metadata *out)
{
	Elf64_Ehdr header;

	memcpy(&header, image, sizeof header);
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
		header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr))
		return 0;
	for (unsigned i = 0; i < header.e_phnum; i++) {
		Elf64_Phdr part;

		memcpy(&part, image + header.e_phoff + i * sizeof part, sizeof part);
		if (part.p_type == PT_NOTE && find_note(image + part.p_offset,
						      image + part.p_offset + part.p_filesz, out))
			return 1;
	}
	return 0;
}

/* Reads the metadata of the first code object of a bundle; an empty code object stands for the
 * host. */
static int in_bundle(const unsigned char *bundle, struct gh_metadata *out)
{
	const unsigned char *at = bundle + MAGIC;
	uint64_t n;

	memcpy(&n, at, sizeof n);
	at += sizeof n;
	for (uint64_t i = 0; i < n && i < 256; i++) {
		struct entry e;

		memcpy(&e, at, sizeof e);
		at += sizeof e;
		if (e.size > sizeof(Elf64_Ehdr) && strncmp((const char *)at, "host", 4) != 0)
			return in_elf(bundle + e.offset, out);
		at += e.name;
	}
	return 0;
}

/* Returns 1, and the metadata of an image that HIP has accepted: a code object, a bundle, or the
 * structure that the compiler registers. */
int gh_metadata_of(const void *image, struct gh_metadata *out)
{
	struct wrapper w;

	if (!image)
		return 0;
	if (!memcmp(image, ELFMAG, SELFMAG))
		return in_elf(image, out);
	memcpy(&w.magic, image, sizeof w.magic);
	if (w.magic == WRAPPED) {
		memcpy(&w, image, sizeof w);
		return gh_metadata_of(w.bundle, out);
	}
	return !memcmp(image, "__CLANG_OFFLOAD_BUNDLE__", MAGIC) && in_bundle(image, out);
}

/* MessagePack. */

static uint64_t big_endian(struct reader *r, unsigned bytes)
{
	uint64_t value = 0;

	if ((size_t)(r->end - r->at) < bytes) {
		r->failed = 1;
		return 0;
	}
	while (bytes--)
		value = value << 8 | *r->at++;
	return value;
}

static void pass(struct reader *r, uint64_t bytes)
{
	if ((uint64_t)(r->end - r->at) < bytes)
		r->failed = 1;
	else
		r->at += bytes;
}

/* Reads the number of elements of a list, or of pairs of a map. few: the first byte of a short list
 * or map. */
static uint64_t elements(struct reader *r, unsigned few, unsigned many)
{
	const unsigned first = (unsigned)big_endian(r, 1);

	if (!r->failed && (first & 0xf0) == few)
		return first & 0x0f;
	if (!r->failed && (first == many || first == many + 1))
		return big_endian(r, first == many ? 2 : 4);
	r->failed = 1;
	return 0;
}

static uint64_t list(struct reader *r)
{
	return elements(r, 0x90, 0xdc);
}

static uint64_t map(struct reader *r)
{
	return elements(r, 0x80, 0xde);
}

/* Reads a string, such as a key of a map; empty if it is incomplete: r->failed. */
static struct key string(struct reader *r)
{
	const unsigned first = (unsigned)big_endian(r, 1);
	struct key k = {NULL, 0};

	if (first >= 0xd9 && first <= 0xdb)
		k.n = big_endian(r, 1u << (first - 0xd9));
	else if ((first & 0xe0) == 0xa0)
		k.n = first & 0x1f;
	else
		r->failed = 1;
	k.at = (const char *)r->at;
	pass(r, k.n);
	if (r->failed)
		k.n = 0;
	return k;
}

static uint64_t number(struct reader *r)
{
	const unsigned first = (unsigned)big_endian(r, 1);

	if (first < 0x80)
		return first;
	if (first >= 0xcc && first <= 0xcf)
		return big_endian(r, 1u << (first - 0xcc));
	r->failed = 1;
	return 0;
}

/* Skips a value of any kind. depth: the depth of the lists and maps around it. */
static void value(struct reader *r, int depth)
{
	const unsigned first = r->at < r->end ? *r->at : 0xc1; /* 0xc1: not used by MessagePack */
	uint64_t n = 0;

	if (depth > 16 || r->failed) {
		r->failed = 1;
	} else if ((first & 0xf0) == 0x80 || first == 0xde || first == 0xdf) {
		for (n = 2 * map(r); n && !r->failed; n--)
			value(r, depth + 1);
	} else if ((first & 0xf0) == 0x90 || first == 0xdc || first == 0xdd) {
		for (n = list(r); n && !r->failed; n--)
			value(r, depth + 1);
	} else if ((first & 0xe0) == 0xa0 || (first >= 0xd9 && first <= 0xdb)) {
		string(r);
	} else if (first < 0x80 || first >= 0xe0 || first == 0xc0 || first == 0xc2 ||
		   first == 0xc3) {
		pass(r, 1);
	} else if (first >= 0xcc && first <= 0xd3) { /* numbers of 1, 2, 4, 8 bytes */
		pass(r, 1 + (1u << ((first - 0xcc) & 3)));
	} else if (first == 0xca || first == 0xcb) { /* floating-point numbers */
		pass(r, first == 0xca ? 5 : 9);
	} else {
		r->failed = 1;
	}
}

/* Metadata. */

static int is(const struct key *k, const char *text)
{
	return k->n == strlen(text) && !memcmp(k->at, text, k->n);
}

/* Reads a parameter. Parameters that the compiler adds follow the program's, and are left out. */
static void parameter(struct reader *r, struct gg_kernel *kernel)
{
	uint64_t offset = 0, size = 0;
	int hidden = 0;

	for (uint64_t n = map(r); n && !r->failed; n--) {
		const struct key k = string(r);

		if (is(&k, ".offset")) {
			offset = number(r);
		} else if (is(&k, ".size")) {
			size = number(r);
		} else if (is(&k, ".value_kind")) {
			const struct key kind = string(r);

			hidden = kind.n > 6 && !memcmp(kind.at, "hidden", 6);
		} else {
			value(r, 0);
		}
	}
	if (r->failed || hidden || kernel->n == GG_PARAMETERS)
		return;
	kernel->offsets[kernel->n] = (uint32_t)offset;
	kernel->sizes[kernel->n++] = (uint32_t)size;
}

/* Reads a kernel. Returns whether it has this name. */
static int describes(struct reader *r, const char *name, struct gg_kernel *kernel)
{
	struct reader parameters = {.failed = 1};
	int found = 0;

	for (uint64_t n = map(r); n && !r->failed; n--) {
		struct key k = string(r);

		if (is(&k, ".args")) {
			parameters = *r;
			value(r, 0);
		} else if (is(&k, ".name")) {
			k = string(r);
			found = is(&k, name);
		} else {
			value(r, 0);
		}
	}
	if (!found || r->failed || parameters.failed)
		return found;
	for (uint64_t n = list(&parameters); n && !parameters.failed; n--)
		parameter(&parameters, kernel);
	if (parameters.failed)
		kernel->n = 0;
	return 1;
}

/* Fills in the parameters of a kernel, if the metadata describes the kernel. */
void gh_metadata_kernel(
	const struct gh_metadata *metadata, const char *name, struct gg_kernel *kernel)
{
	struct reader r = {metadata->at, metadata->at + metadata->size, 0};

	for (uint64_t n = map(&r); n && !r.failed; n--) {
		const struct key k = string(&r);

		if (!is(&k, "amdhsa.kernels")) {
			value(&r, 0);
			continue;
		}
		for (uint64_t kernels = list(&r); kernels && !r.failed; kernels--)
			if (describes(&r, name, kernel))
				return;
	}
}
