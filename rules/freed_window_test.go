package rules_test

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// freedWindow is a log of a rank that has allocated and freed a window of 64 bytes at 0x90000.
func freedWindow(t *testing.T) (j *replay.Job, r *replay.Rank, freed int) {
	const win = 77
	j = replay.New(t, 1)
	r = j.Rank(0)
	r.Do("MPI_Win_allocate", 64, 4, replay.InfoNull, replay.Self, 0x90000, win)
	r.Do("MPI_Win_free", win)
	return j, r, replay.Here() - 1
}

// The program is killed by an access to memory of a freed window, by its own code or by that of a library.
func TestFreedWindow(t *testing.T) {
	j, r, freed := freedWindow(t)
	r.DiesBy(syscall.SIGSEGV, 0x90008)
	at := replay.Here() - 1
	f := found(t, j, "OBJ011", "^this load accesses byte 8 of memory of a window that MPI_Win_free has given back: the "+
		"rank was killed$")
	assert.Equal(t, at, line(f))
	assert.Equal(t, freed, see(t, f))

	j, r, freed = freedWindow(t)
	r.DiesAt(syscall.SIGSEGV, 0x90008)
	f = found(t, j, "OBJ011", "^MPI_Win_free gives back the memory of the window, and byte 8 of it was accessed "+
		"afterwards, outside of MPI: the rank was killed$")
	assert.Equal(t, freed, line(f))
}

// Other memory, memory that another window has now, and accesses by MPI itself are not accesses to a freed window.
func TestFreedWindowSilent(t *testing.T) {
	for name, dies := range map[string]func(*replay.Rank){
		"behind the window": func(r *replay.Rank) { r.DiesBy(syscall.SIGSEGV, 0x90040) },
		"no access":         func(r *replay.Rank) { r.Dies(syscall.SIGSEGV) },
		"another window": func(r *replay.Rank) {
			r.Do("MPI_Win_allocate", 64, 4, replay.InfoNull, replay.Self, 0x90000, 78)
			r.DiesBy(syscall.SIGSEGV, 0x90008)
		},
		"MPI": func(r *replay.Rank) {
			r.Stuck("MPI_Barrier", replay.Self)
			r.InCall("MPI_Barrier")
			r.DiesAt(syscall.SIGSEGV, 0x90008)
		},
	} {
		t.Run(name, func(t *testing.T) {
			j, r, _ := freedWindow(t)
			dies(r)
			for _, f := range j.Check().Findings {
				assert.NotEqual(t, "OBJ011", f.Rule.ID, f.Message)
			}
		})
	}
}

// Memory that the program gave the window is the program's own.
func TestFreedWindowCreated(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Win_create", 0x90000, 64, 4, replay.InfoNull, replay.Self, 77)
	r.Do("MPI_Win_free", 77)
	r.DiesBy(syscall.SIGSEGV, 0x90008)
	for _, f := range j.Check().Findings {
		assert.NotEqual(t, "OBJ011", f.Rule.ID, f.Message)
	}
}
