package suite

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/rules"
)

// TestWhole: each rule of the standard has a program that breaks it, each fault has a line, and programs that are
// called fixed have no fault.
func TestWhole(t *testing.T) {
	root, err := acceptance.Root()
	require.NoError(t, err)
	s, err := Make(root)
	require.NoError(t, err)
	byPath := map[string]programRow{}
	for _, p := range s.Programs {
		byPath[p.Path] = p
		assert.NotEmpty(t, p.Language, p.Path)
		assert.FileExists(t, filepath.Join(root, p.Path))
	}
	wrong := 0
	for _, p := range s.Programs {
		for _, f := range p.Faults {
			assert.Positive(t, f.Line, p.Path)
			assert.Contains(t, s.Rules, f.Rule)
		}
		if len(p.Faults) > 0 {
			wrong++
		}
		if p.Fixed != "" {
			assert.Empty(t, byPath[p.Fixed].Faults, p.Fixed)
			assert.Contains(t, byPath, p.Fixed)
		}
	}
	assert.True(t, byPath["examples/buggy/RACE006/bug.c"].Accesses)
	assert.False(t, byPath["examples/buggy/RMA005/bug.c"].Accesses)
	assert.True(t, byPath["examples/buggy/OBJ009/bug_part.c"].Heap)
	assert.False(t, byPath["examples/buggy/RMA005/bug.c"].Heap)
	assert.Greater(t, wrong, 300)
	assert.Greater(t, len(s.Programs)-wrong, 300)
	for _, r := range rules.All {
		if rules.FamilyOf(r.ID) != "TOOL" && r.ID != rules.WithoutProgram && !r.Provoked() {
			assert.Contains(t, s.Rules, r.ID)
		}
	}
}

func TestVersionOf(t *testing.T) {
	for text, want := range map[string]string{
		"MPI_Send(a); MPI_Comm_dup(c)":   "2.2",
		"call mpi_win_allocate(a)":       "3.0",
		"MPI_Ibcast(x)":                  "3.0",
		"use mpi_f08":                    "3.0",
		"MPI_File_iread_all(f)":          "3.1",
		"MPI_Bcast_init(x); MPI_Ibcast":  "4.0",
		"MPI_Send_c(x)":                  "4.0",
		"MPI_Send_init(x)":               "2.2",
		"MPI_Request_get_status_any(x)":  "4.1",
		"my_MPI_Session_init, MPI_Sends": "2.2",
	} {
		assert.Equal(t, want, versionOf(text), text)
	}
}
