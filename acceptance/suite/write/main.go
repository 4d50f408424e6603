// Command write describes the programs of examples/ in a file: "make suite".
//
//	go run ./acceptance/suite/write build/suite.json
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/acceptance/suite"
)

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
}

func write(args []string) error {
	if len(args) != 1 {
		return errors.New("name the file to write, and nothing else")
	}
	root, err := acceptance.Root()
	if err != nil {
		return err
	}
	s, err := suite.Make(root)
	if err != nil {
		return err
	}
	return s.Write(args[0])
}
