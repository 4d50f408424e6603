// Command gen writes every generated file of gomarmot from the call table.
// Run it through "make generate"; a test fails when its output drifts.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// outputs lists the generated files, relative to the repository's root.
var outputs = []struct {
	path   string
	render func() ([]byte, error)
}{
	{"pmpi/calls/zz_kinds.go", kindsGo},
	{"pmpi/base/zz_wrappers.h", wrappersH},
	{"pmpi/base/zz_names.c", namesC},
	{"pmpi/wrap/zz_wrap_base.c", wrappersOf(calls.FamilyBase)},
	{"pmpi/wrap/zz_wrap_rma.c", wrappersOf(calls.FamilyRMA)},
	{"pmpi/wrap/zz_wrap_io.c", wrappersOf(calls.FamilyIO)},
	{"pmpi/wrap/zz_wrap_messages.c", wrappersOf(calls.FamilyMessages)},
	{"pmpi/wrap/zz_wrap_collectives.c", wrappersOf(calls.FamilyCollectives)},
	{"pmpi/wrap/zz_wrap_objects.c", wrappersOf(calls.FamilyObjects)},
	{"pmpi/wrap/zz_fortran.c", fortranC},
	{"pmpi/library/zz_predef.h", predefH},
	{"pmpi/library/zz_predef.c", predefC},
	{"pmpi/provoke/zz_delayed.c", delayedC},
	{"pmpi/provoke/zz_delayed.h", delayedH},
	{"pmpi/stubmpi/zz_stub.c", stubC},
	{"pmpi/stubmpi/zz_mirror.c", mirrorC},
}

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	for _, o := range outputs {
		text, err := o.render()
		if err == nil {
			err = os.WriteFile(filepath.Join(root, o.path), text, 0o644)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "gen: %s: %v\n", o.path, err)
			os.Exit(1)
		}
	}
}
