package acceptance

import (
	"fmt"
	"os"
	"strings"
)

// notesVar names the file of the notes.
const notesVar = "GOMARMOT_TEST_NOTES"

// Note tells what a package's tests have to say when they have passed, too: on
// standard output, which go test keeps to itself then, and at the end of the
// file name, which make test prints; name may be empty.
func Note(name, pkg, text string) error {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "%s: %s", pkg, line)
	}
	fmt.Print(b.String())
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(b.String()); err != nil {
		_ = f.Close() // the first error says it
		return err
	}
	return f.Close()
}
