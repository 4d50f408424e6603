// Command gen makes the functions that code structs for other processes (package wire) from the structs.
//
//	go run ./tracker/wire/gen
package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	for _, t := range targets() {
		files, err := t.generate(".")
		for name, text := range files {
			err = cmp.Or(err, os.WriteFile(filepath.Join(t.dir, name), text, 0o644))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
