package gpu

import (
	"regexp"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// Kernel holds what follows from the name of a kernel.
type Kernel struct {
	Name       string // demangled; "" if unknown
	parameters []string
	result     int  // the only parameter that is a pointer, and not to const; -1: there are none or several
	plain      bool // all parameters are numbers, or pointers to numbers: no other addresses reach the kernel
}

// does is the way in which a kernel uses the memory of a parameter.
type does uint8

const (
	reading does = iota
	writing
	either
)

// kernelOf parses the mangled name of a kernel.
func kernelOf(name string) Kernel {
	k := Kernel{Name: name, result: -1}
	tree, err := demangle.ToAST(name)
	if err != nil {
		return k
	}
	k.Name = demangle.ASTToString(tree, demangle.NoClones)
	if typed, ok := tree.(*demangle.Typed); ok {
		if f, ok := typed.Type.(*demangle.FunctionType); ok {
			for _, a := range f.Args {
				k.parameters = append(k.parameters, demangle.ASTToString(a))
			}
			k.learn()
		}
	}
	return k
}

// learn sets what the parameters say.
func (k *Kernel) learn() {
	results := 0
	k.plain = true
	for i, p := range k.parameters {
		k.plain = k.plain && plainType.MatchString(p)
		if strings.HasSuffix(p, "*") && !isConst(p) {
			k.result = i
			results++
		}
	}
	if results != 1 {
		k.result = -1
	}
}

// does returns how the kernel uses the memory that a parameter points to. A kernel that addresses reach only by its
// parameters must write what the only pointer that is not to const points to.
func (k *Kernel) does(parameter int64) does {
	switch {
	case parameter < 0 || int(parameter) >= len(k.parameters):
		return either
	case isConst(k.parameters[parameter]):
		return reading
	case k.plain && int(parameter) == k.result:
		return writing
	}
	return either
}

// alike reports whether two parameters may have the same type, but for const.
func (k *Kernel) alike(a, b int64) bool {
	if a < 0 || b < 0 || max(a, b) >= int64(len(k.parameters)) {
		return true
	}
	return pointee(k.parameters[a]) == pointee(k.parameters[b])
}

func pointee(pointer string) string {
	return strings.TrimSuffix(strings.TrimSuffix(pointer, "*"), " const")
}

// isConst reports whether a type is a pointer to const.
func isConst(parameter string) bool { return strings.HasSuffix(parameter, "const*") }

// plainType matches numbers, vectors of them and complex numbers, and pointers to these.
var plainType = regexp.MustCompile(`^(((un)?signed )?(bool|char|short|int|long|long long|__int128)|` +
	`float|double|u?(char|short|int|long|longlong)[1-4]|(float|double)[1-4]|__half2?|__nv_bfloat16|` +
	`(std|thrust|cuda::std)(::__\w+)?::complex<(float|double)>)( const)?\*?$`)
