package gpu

import (
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// Kernel holds what follows from the name of a kernel.
type Kernel struct {
	Name       string // demangled; "" if unknown
	parameters []string
	alone      bool // the kernel has a single pointer, so its effects are in the memory that this pointer points to
}

// does is the way in which a kernel uses the memory of a parameter.
type does uint8

const (
	reading does = iota
	writing
	either
)

// kernelOf parses the mangled name of a kernel whose parameters include so many addresses.
func kernelOf(name string, addresses int) Kernel {
	k := Kernel{Name: name, alone: addresses == 1}
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
		}
	}
	return k
}

// does returns how the kernel uses the memory that a parameter points to. A pointer that is not const, while another
// parameter is, counts as written.
func (k *Kernel) does(parameter int64) does {
	if k.alone && parameter >= 0 && (len(k.parameters) <= int(parameter) || !isConst(k.parameters[parameter])) {
		return writing
	}
	if parameter < 0 || int(parameter) >= len(k.parameters) {
		return either
	}
	if isConst(k.parameters[parameter]) {
		return reading
	}
	for _, p := range k.parameters {
		if isConst(p) {
			return writing
		}
	}
	return either
}

// isConst reports whether a type is a pointer to const.
func isConst(parameter string) bool {
	return strings.HasSuffix(strings.TrimRight(parameter, " "), "const*")
}
