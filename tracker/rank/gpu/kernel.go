package gpu

import (
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// Kernel is what the name of a kernel says.
type Kernel struct {
	Name       string // as in the program; "" if it is not known
	parameters []string
	alone      bool // it has one pointer: what it does, it does there
}

// does says what a kernel does with a parameter.
type does uint8

const (
	reading does = iota
	writing
	either
)

// kernelOf reads a mangled name of a kernel whose parameters have a number of addresses.
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

// does returns what the kernel does with the memory that a parameter points to. A parameter that could have been const,
// beside others that are, is written.
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

// isConst reports whether a type is a pointer to what the function does not change.
func isConst(parameter string) bool {
	return strings.HasSuffix(strings.TrimRight(parameter, " "), "const*")
}
