package source

import (
	"debug/elf"
	"encoding/binary"
	"iter"
	"strings"
)

// note is an ELF note.
type note struct {
	owner string
	kind  uint32
	text  []byte
}

// notes walks through notes: name size, description size, type, then name and
// description, each padded.
func notes(f *elf.File, data []byte, align uint64) iter.Seq[note] {
	pad := func(n uint64) uint64 { return (n + align - 1) &^ (align - 1) }
	return func(yield func(note) bool) {
		for len(data) >= 12 {
			nameSize := uint64(f.ByteOrder.Uint32(data))
			descSize := uint64(f.ByteOrder.Uint32(data[4:]))
			descAt := pad(12 + nameSize)
			if descAt+descSize > uint64(len(data)) {
				return
			}
			n := note{
				owner: strings.TrimSuffix(string(data[12:12+nameSize]), "\x00"),
				kind:  f.ByteOrder.Uint32(data[8:]),
				text:  data[descAt : descAt+descSize],
			}
			if !yield(n) {
				return
			}
			data = data[min(pad(descAt+descSize), uint64(len(data))):]
		}
	}
}

// Tracked is an object file that gomarmot cc has compiled, so that its loads and stores are recorded.
type Tracked struct {
	How     string // how gomarmot cc compiled it
	Version string // of gomarmot
	Source  string // its main source file, as the compiler was given it
}

// TrackedSection is the section with a note for each Tracked.
const TrackedSection = ".note.gomarmot"

// trackedOwner and trackedKind are owner and type of such notes.
const (
	trackedOwner = "gomarmot"
	trackedKind  = 1
)

// TrackedObjects returns the objects in a program, library or object file that
// gomarmot cc has compiled.
func TrackedObjects(f *elf.File) []Tracked {
	s := f.Section(TrackedSection)
	if s == nil || s.Size > maxNotes {
		return nil
	}
	data, err := s.Data()
	if err != nil {
		return nil
	}
	var all []Tracked
	for n := range notes(f, data, 4) {
		text, _, _ := strings.Cut(string(n.text), "\x00") // a compiler pass adds the compiler's name
		words := strings.SplitN(text, " ", 3)
		if n.owner == trackedOwner && n.kind == trackedKind && len(words) == 3 {
			all = append(all, Tracked{How: words[0], Version: words[1], Source: words[2]})
		}
	}
	return all
}

// TrackedNote returns the bytes of the note for t.
func TrackedNote(t Tracked) []byte {
	text := t.How + " " + t.Version + " " + t.Source + "\x00"
	owner := trackedOwner + "\x00"
	var b []byte
	for _, n := range []int{len(owner), len(text), trackedKind} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	for _, s := range []string{owner, text} {
		b = append(b, s...)
		for len(b)%4 != 0 {
			b = append(b, 0)
		}
	}
	return b
}
