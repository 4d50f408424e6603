package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/gomarmot/gomarmot/source"
)

// ccNotes are the notes on the sources of a compilation, in a folder of their
// own; the zero value has none.
type ccNotes struct{ dir string }

// notesOf writes the notes on the sources to compile.
func (w *way) notesOf(t *task) (ccNotes, error) {
	if w.notes || len(t.sources) == 0 {
		return ccNotes{}, nil
	}
	dir, err := os.MkdirTemp("", "gomarmot-cc-")
	if err != nil {
		return ccNotes{}, fmt.Errorf("write the notes on the objects: %w", err)
	}
	n := ccNotes{dir}
	var notes []byte
	for _, s := range t.sources {
		notes = append(notes, source.TrackedNote(source.Tracked{How: w.name, Version: versionName(), Source: s})...)
	}
	text := fmt.Sprintf("\t.section %s,\"a\",@note\n\t.p2align 2\n\t.incbin %q\n"+
		"\t.section .note.GNU-stack,\"\",@progbits\n", source.TrackedSection, n.bytes())
	for path, content := range map[string][]byte{n.bytes(): notes, n.assembler(): []byte(text)} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			n.remove()
			return ccNotes{}, fmt.Errorf("write the notes on the objects: %w", err)
		}
	}
	return n, nil
}

func (n ccNotes) bytes() string     { return filepath.Join(n.dir, "notes") }
func (n ccNotes) assembler() string { return filepath.Join(n.dir, "notes.s") }

// source are arguments that link the notes with the program.
func (n ccNotes) source() []string {
	if n.dir == "" {
		return nil
	}
	return []string{"-x", "assembler", n.assembler(), "-x", "none"}
}

// add puts the notes into an object file. Without objcopy it has none: a report
// then does not name it.
func (n ccNotes) add(object string) {
	if n.dir == "" {
		return
	}
	const section = source.TrackedSection
	_ = exec.Command("objcopy", "--add-section", section+"="+n.bytes(), "--set-section-flags",
		section+"=alloc,readonly,contents", object).Run()
}

func (n ccNotes) remove() {
	if n.dir != "" {
		_ = os.RemoveAll(n.dir) // left behind at worst
	}
}
