package acceptance

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// TestFortranSymbols: libgomarmot.so exports each name that an MPI's Fortran libraries have for a recorded procedure,
// and the C names, with and without P, that the procedures call.
func TestFortranSymbols(t *testing.T) {
	ofRecorder(t)
	_, preload, _ := setup(t)
	have := exported(t, preload)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			seen := map[string]bool{}
			for _, library := range fortranLibraries(t, m) {
				for symbol := range exported(t, library) {
					name := recordedName(symbol)
					if name == "" {
						continue
					}
					seen[name] = true
					assert.True(t, have[symbol], "%s of %s is not wrapped", symbol, filepath.Base(library))
					assert.True(t, have[name] && have["P"+name], "%s is not wrapped", name)
				}
			}
			assert.Greater(t, len(seen), 250, "calls with a Fortran procedure")
		})
	}
}

var fortranNames = func() map[string]string {
	names := map[string]string{}
	for i := range calls.Table {
		if r := &calls.Table[i]; r.Rec != calls.None {
			names[strings.ToLower(r.Name())] = r.Name()
		}
	}
	return names
}()

// suffixRE matches the name of a procedure with the suffix that an MPI may append.
var suffixRE = regexp.MustCompile(`^(mpi_\w+?)(_cptr)?(_f08\w*|_f|_{0,2})$`)

// recordedName returns the C name of the recorded call that a symbol of a
// Fortran library stands for, "" if it stands for none.
func recordedName(symbol string) string {
	if m := suffixRE.FindStringSubmatch(strings.ToLower(symbol)); m != nil {
		return fortranNames[m[1]]
	}
	return ""
}

// exported returns the functions that a library exports.
func exported(t *testing.T, library string) map[string]bool {
	t.Helper()
	f, err := elf.Open(library)
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	require.NoError(t, err)
	all := map[string]bool{}
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC {
			all[s.Name] = true
		}
	}
	return all
}

// fortranLibraries returns the MPI's libraries that a Fortran program loads.
func fortranLibraries(t *testing.T, m *MPI) []string {
	t.Helper()
	dir := t.TempDir()
	source, bin := filepath.Join(dir, "empty.f90"), filepath.Join(dir, "empty")
	require.NoError(t, os.WriteFile(source, []byte("use mpi_f08\ncall MPI_Init()\ncall MPI_Finalize()\nend\n"), 0o600))
	require.NoError(t, m.Compile(source, bin, "-Wl,--no-as-needed"))
	out, err := exec.Command("ldd", bin).Output()
	require.NoError(t, err)
	all := regexp.MustCompile(`/\S*/libmpi(?:_mpifh|_usempi|chfort)\S*`).FindAllString(string(out), -1)
	require.NotEmpty(t, all, "%s", out)
	return all
}
