package wrappertest

import (
	"fmt"
	"os"
	"testing"

	"github.com/gomarmot/gomarmot/acceptance"
)

// again counts and bounds repeated runs of programs, a dozen under each MPI.
var again = acceptance.Retries{Most: 5}

// TestMain lets no test run that has passed with the same recorder: all of them
// are of it (acceptance.Passes).
func TestMain(m *testing.M) {
	code, err := acceptance.RunOfRecorder(m, &again, "wrappertest", "pmpi", "build/libstubmpi.so")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}
