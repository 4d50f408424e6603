/*
 * Code objects of the test GPU, as AMD's compiler makes them: an ELF file with a note, whose
 * MessagePack describes the kernel, in a bundle with an empty entry for the host. In place of
 * machine code the address of the kernel stands beside the address of the bundle.
 */
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "code.h"

enum { ROOM = 8192, METADATA = 32, AT = 512 /* where the code object is in the bundle */ };

struct wrapper {
	uint32_t magic, version;
	const void *bundle;
	const struct gputest_kernel *kernel; /* NULL in images by AMD's compiler */
};

struct buffer {
	unsigned char *at;
};

static void bytes(struct buffer *b, const void *from, size_t n)
{
	memcpy(b->at, from, n);
	b->at += n;
}

static void byte(struct buffer *b, unsigned value)
{
	*b->at++ = (unsigned char)value;
}

/* MessagePack. */

static void text(struct buffer *b, const char *s)
{
	const size_t n = strlen(s);

	if (n < 32) {
		byte(b, 0xa0 + (unsigned)n);
	} else {
		byte(b, 0xd9);
		byte(b, (unsigned)n);
	}
	bytes(b, s, n);
}

static void number(struct buffer *b, size_t n)
{
	if (n >= 0x80)
		byte(b, 0xcc);
	byte(b, (unsigned)n);
}

static void parameter(struct buffer *b, size_t offset, size_t size, const char *kind)
{
	byte(b, 0x83);
	text(b, ".offset");
	number(b, offset);
	text(b, ".size");
	number(b, size);
	text(b, ".value_kind");
	text(b, kind);
}

/* Returns the offset of a parameter of this size, after a parameter that ends at offset. */
size_t gputest_behind(size_t offset, size_t size)
{
	const size_t align = size < 8 ? size : 8;

	return (offset + align - 1) / align * align;
}

static void describe(struct buffer *b, const struct gputest_kernel *k)
{
	size_t offset = 0;

	byte(b, 0x82);
	text(b, "amdhsa.kernels");
	byte(b, 0x91);
	byte(b, 0x84);
	text(b, ".args");
	byte(b, 0x90 + k->n + 1);
	for (unsigned i = 0; i < k->n; i++) {
		offset = gputest_behind(offset, k->sizes[i]);
		parameter(b, offset, k->sizes[i], k->sizes[i] == 8 ? "global_buffer" : "by_value");
		offset += k->sizes[i];
	}
	parameter(b, gputest_behind(offset, 8), 8, "hidden_global_offset_x");
	text(b, ".kernarg_segment_size");
	number(b, offset);
	text(b, ".name");
	text(b, k->name);
	text(b, ".uses_dynamic_stack");
	byte(b, 0xc2);
	text(b, "amdhsa.version");
	byte(b, 0x92);
	number(b, 1);
	number(b, 1);
}

/* The code object. Returns its size. */
static size_t object(unsigned char *at, const struct gputest_kernel *k)
{
	const size_t first = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
	struct buffer b = {at + first + sizeof(Elf64_Nhdr)};
	Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
		.e_type = ET_DYN,
		.e_machine = 224, /* EM_AMDGPU */
		.e_phoff = sizeof header,
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = 1};
	Elf64_Phdr part = {.p_type = PT_NOTE, .p_offset = first};
	Elf64_Nhdr note = {.n_namesz = 7, .n_type = METADATA};
	unsigned char *description;

	bytes(&b, "AMDGPU\0", 8);
	description = b.at;
	describe(&b, k);
	note.n_descsz = (Elf64_Word)(b.at - description);
	part.p_filesz = (Elf64_Xword)(((b.at - at) + 3) & ~3) - first;
	memcpy(at, &header, sizeof header);
	memcpy(at + sizeof header, &part, sizeof part);
	memcpy(at + first, &note, sizeof note);
	return first + part.p_filesz;
}

const void *gputest_image(const struct gputest_kernel *kernel)
{
	static const char host[] = "host-x86_64-unknown-linux--",
			  target[] = "hipv4-amdgcn-amd-amdhsa--gfx90a";
	unsigned char *bundle = calloc(1, ROOM);
	struct wrapper *w = malloc(sizeof *w);
	struct buffer b = {bundle};
	uint64_t n = 2, entry[3] = {AT, 0, sizeof host - 1};

	bytes(&b, "__CLANG_OFFLOAD_BUNDLE__", 24);
	bytes(&b, &n, sizeof n);
	bytes(&b, entry, sizeof entry);
	bytes(&b, host, sizeof host - 1);
	entry[1] = object(bundle + AT, kernel);
	entry[2] = sizeof target - 1;
	bytes(&b, entry, sizeof entry);
	bytes(&b, target, sizeof target - 1);
	*w = (struct wrapper){0x48495046, 1, bundle, kernel};
	return w;
}

/* The kernel of an image; NULL: a compiler has made the image. */
struct gputest_kernel *gputest_kernel_of(const void *image)
{
	return (struct gputest_kernel *)((const struct wrapper *)image)->kernel;
}
