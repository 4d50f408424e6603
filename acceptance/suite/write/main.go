// Command write writes examples/suite.json. Run it through "make generate".
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/acceptance/suite"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
}

func write() error {
	root, err := acceptance.Root()
	if err != nil {
		return err
	}
	s, err := suite.Make(root)
	if err != nil {
		return err
	}
	return s.Write(filepath.Join(root, suite.File))
}
