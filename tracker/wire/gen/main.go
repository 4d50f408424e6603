// Command gen makes the functions that code structs for other processes (package wire) from the structs.
//
//	go run ./tracker/wire/gen
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	for _, t := range targets() {
		text, err := t.generate(".")
		if err == nil {
			err = os.WriteFile(filepath.Join(t.dir, file), text, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
