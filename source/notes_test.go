package source

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTrackedObjects: notes of objects are found in the program that the objects are linked to.
func TestTrackedObjects(t *testing.T) {
	dir := t.TempDir()
	want := []Tracked{{"hooks", "0.3", "src/a b.c"}, {"plugin", "(devel)", "x.f90"}}
	var notes []byte
	for _, w := range want {
		notes = append(notes, TrackedNote(w)...)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes"), notes, 0o600))
	for name, text := range map[string]string{
		"main.c": "int main(void) { return 0; }\n",
		"note.s": "\t.section " + TrackedSection + ",\"a\",@note\n\t.incbin \"notes\"\n\t.section .note.GNU-stack,\"\",@progbits\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for name, found := range map[string][]Tracked{"main.c": nil, "note.s": want} {
		args := []string{"main.c", "-o", name + ".bin"}
		if found != nil {
			args = append(args, name)
		}
		c := exec.Command("gcc", args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		f, err := elf.Open(filepath.Join(dir, name+".bin"))
		require.NoError(t, err)
		assert.Equal(t, found, TrackedObjects(f))
		assert.NotEmpty(t, buildID(f), "other notes are still found")
		require.NoError(t, f.Close())
	}
}
