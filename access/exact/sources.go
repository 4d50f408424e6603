package exact

import (
	"fmt"
	"math/rand"
	"strings"
)

// sources is a random program in all its forms: kernels in C (which is C++ too) and
// Fortran, the same kernels reporting their own accesses, and the main program that runs and compares them.
type sources struct {
	c, fortran, fortranCommon, expected, main string
}

func newSources(seed int64, count int) sources {
	r := rand.New(rand.NewSource(seed))
	var kernels []*kernel
	for i := range count {
		kernels = append(kernels, newKernel(r, fmt.Sprintf("k%d", i)))
	}
	var s sources
	s.c, s.fortran, s.fortranCommon = inC(kernels), inFortran(kernels, false), inFortran(kernels, true)
	s.expected, s.main = saying(kernels), running(kernels)
	return s
}

const cHead = "#include <stdint.h>\n#ifdef __cplusplus\n#define restrict __restrict\nextern \"C\" {\n#endif\n"

func inC(kernels []*kernel) string {
	var b strings.Builder
	b.WriteString(cHead)
	for _, k := range kernels {
		p := printer{Builder: &b}
		k.globals(p, "extern ")
		p.line("%s", k.prototype("void %s("))
		k.bodyInC(p)
	}
	b.WriteString("#ifdef __cplusplus\n}\n#endif\n")
	return b.String()
}

func saying(kernels []*kernel) string {
	var b strings.Builder
	b.WriteString("#include \"record.h\"\n#include \"expected.h\"\n")
	for _, k := range kernels {
		p := printer{Builder: &b, says: true}
		p.line("void %s_expected(%sint32_t *ix, int n, int m, double *result)", k.name, k.parameters(true))
		k.bodyInC(p)
	}
	return b.String()
}

func (k *kernel) bodyInC(p printer) {
	p.line("{\n\tdouble s = 0;")
	p.block(k.body)
	p.line("\t*result = s;\n}\n")
}

// globalName is the variable of a global array, in C.
func (k *kernel) globalName(a *array) string { return k.name + "_" + a.name }

func (k *kernel) globals(p printer, how string) {
	for _, a := range k.arrays {
		if a.global {
			p.line("%s%s %s[%d];", how, a.elem.c, k.globalName(a), length)
		}
	}
}

// parameters of the kernel. In the form that reports its own accesses all arrays are
// parameters.
func (k *kernel) parameters(all bool) string {
	var s strings.Builder
	for _, a := range k.arrays {
		restrict := ""
		if k.restrict && !all {
			restrict = "restrict "
		}
		if all || !a.global {
			fmt.Fprintf(&s, "%s *%s%s, ", a.elem.c, restrict, a.name)
		}
	}
	return s.String()
}

func (k *kernel) prototype(format string) string {
	s := fmt.Sprintf(format, k.name) + k.parameters(false) + "int32_t *ix, int n, int m, double *result)"
	for _, a := range k.arrays {
		if a.global {
			s = fmt.Sprintf("#undef %[1]s\n#define %[1]s %[2]s\n", a.name, k.globalName(a)) + s
		} else {
			s = fmt.Sprintf("#undef %s\n", a.name) + s
		}
	}
	return s
}

// inFortran has the global arrays in a module for each kernel, or in common blocks for compilers that cannot
// give variables of modules a name in C.
func inFortran(kernels []*kernel, common bool) string {
	var b strings.Builder
	p := printer{Builder: &b, fortran: true}
	for _, k := range kernels {
		if !common {
			k.fortranGlobals(p)
		}
		names := ""
		for _, a := range k.arrays {
			if !a.global {
				names += a.name + ", "
			}
		}
		p.line("subroutine %s(%six, n, m, result) bind(c)", k.name, names)
		p.line("use iso_c_binding")
		for _, a := range k.arrays {
			if a.global && !common {
				p.line("use %s_globals, only: %s => %s", k.name, a.name, k.globalName(a))
			}
		}
		p.line("implicit none")
		for _, a := range k.arrays {
			switch {
			case !a.global:
				p.line("%s :: %s(0:*)", a.elem.fortran, a.name)
			case common:
				p.line("%s :: %s(0:%d)", a.elem.fortran, a.name, length-1)
				p.line("common /%[1]s/ %[2]s\nbind(c) :: /%[1]s/", k.globalName(a), a.name)
			}
		}
		p.line("integer(c_int32_t) :: ix(0:*)\ninteger(c_int), value :: n, m\nreal(c_double) :: result, s")
		p.line("integer(c_int) :: v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, " +
			"v19, v20")
		p.line("s = 0")
		p.block(k.body)
		p.line("result = s\nend subroutine\n")
	}
	return b.String()
}

func (k *kernel) fortranGlobals(p printer) {
	p.line("module %s_globals\nuse iso_c_binding", k.name)
	for _, a := range k.arrays {
		if a.global {
			p.line("%s, bind(c) :: %s(0:%d)", a.elem.fortran, k.globalName(a), length-1)
		}
	}
	p.line("end module")
}

// running is the program that runs all kernels, with several numbers of iterations.
func running(kernels []*kernel) string {
	var b strings.Builder
	p := printer{Builder: &b}
	b.WriteString(mainHead)
	for _, k := range kernels {
		k.globals(p, "")
		p.line("void %s(%sint32_t *, int, int, double *);", k.name, k.parameters(false))
		p.line("void %s_expected(%sint32_t *, int, int, double *);", k.name, k.parameters(true))
		p.line("static int run_%s(int n, int m, unsigned part)\n{", k.name)
		p.indent = "\t"
		work, expected := "", ""
		for i, a := range k.arrays {
			memory := fmt.Sprintf("memory[%d]", i)
			if a.global {
				memory = k.globalName(a)
			} else {
				work += fmt.Sprintf("(%s *)%s, ", a.elem.c, memory)
			}
			expected += fmt.Sprintf("(%s *)twin[%d], ", a.elem.c, i)
			p.line("FILL(%s, %s, %d);", a.elem.c, memory, i)
			p.line("FILL(%s, twin[%d], %d);", a.elem.c, i, i)
			p.line("record_region(%[1]d, %[2]s, %[3]d * sizeof(%[4]s), part);\n\texpect_region(%[1]d, twin[%[1]d]);",
				i, memory, length, a.elem.c)
		}
		p.line("double got = 0, want = 0;\n\trecord_begin();")
		p.line("%s(%sindices, n, m, &got);\n\trecord_end();", k.name, work)
		p.line("%s_expected(%sindices_twin, n, m, &want);", k.name, expected)
		p.line("return finish(\"%s\", n, m, got, want);\n}\n", k.name)
		p.indent = ""
	}
	b.WriteString("static int (*const kernels[])(int, int, unsigned) = {\n")
	for _, k := range kernels {
		p.line("\trun_%s,", k.name)
	}
	b.WriteString("};\n" + mainTail)
	return b.String()
}

const mainHead = `#include "record.h"
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 2400 };
static double memory[4][LENGTH], twin[4][LENGTH];
static int32_t indices[64], indices_twin[64];

#define FILL(type, array, seed)                                                                    \
	for (unsigned i = 0, x = seed + 1; i < LENGTH; i++, x = x * 1103515245 + 12345)            \
	((type *)array)[i] = (type)(x >> 20 & 3)

static int finish(const char *kernel, int n, int m, double got, double want)
{
	char name[100];
	snprintf(name, sizeof name, "%s(%d, %d)", kernel, n, m);
	if (got != want) {
		printf("%s: result %g, not %g\n", name, got, want);
		return 1 + compare(name);
	}
	return compare(name);
}

`

const mainTail = `
int main(int argc, char **argv)
{
	static const int sizes[][2] = {{40, 17}, {1, 0}, {8, 33}, {0, 3}, {3, 1}, {16, 2}};
	int failed = 0;
	optimized = argc > 1 && atoi(argv[1]);
	for (int i = 0; i < 64; i++)
		indices_twin[i] = indices[i] = i * 37 % 64 * 5;
	record_region(4, indices, sizeof indices, 0);
	for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++)
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			record_region(4, indices, sizeof indices, i % 3);
			expect_region(4, indices_twin);
			failed = kernels[k](sizes[i][0], sizes[i][1], i % 3) || failed;
		}
	printf("%zu kernels\n", sizeof kernels / sizeof *kernels);
	return failed;
}
`
