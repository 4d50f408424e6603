package acceptance

import (
	"fmt"
	"os"
	"strings"
)

// environment holds the settings of a package's tests by the variables GOMARMOT_TEST_...
type environment struct {
	root  string
	cache *runCache // nil: none
	notes string    // name of the file of the notes, or ""
}

// notesVar names the file of the notes.
const notesVar = "GOMARMOT_TEST_NOTES"

// take reads the variables and removes them from the environment: gomarmot
// doctor would complain about them.
func take() (*environment, error) {
	e := &environment{notes: os.Getenv(notesVar)}
	var err error
	if e.root, err = Root(); err != nil {
		return nil, err
	}
	if e.cache, err = openCache(); err != nil {
		return nil, err
	}
	for _, name := range []string{cacheVar, cacheSizeVar, notesVar} {
		if err := os.Unsetenv(name); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// note prints a note of a package's tests that is to be seen when they have passed, too: on
// standard output, which go test keeps to itself then, and at the end of the
// file that make test prints.
func (e *environment) note(pkg, text string) error {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "%s: %s", pkg, line)
	}
	fmt.Print(b.String())
	if e.notes == "" {
		return nil
	}
	f, err := os.OpenFile(e.notes, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(b.String()); err != nil {
		_ = f.Close() // the first error says it
		return err
	}
	return f.Close()
}
