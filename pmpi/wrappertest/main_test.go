package wrappertest

import (
	"fmt"
	"os"
	"testing"

	"github.com/gomarmot/gomarmot/acceptance"
)

// TestMain lets no test run that has passed with the same recorder: all of them
// are of it (acceptance.Passes).
func TestMain(m *testing.M) {
	code, err := acceptance.RunOfRecorder(m, "wrappertest", "pmpi", "build/libstubmpi.so")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}
