package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// spared are options that spare processor time in tests of about 2,000 programs, which would spend most of it on
// compiling them and starting their ranks. The runs of the programs and their logs do not depend on it.
// The tests that have no Recorder do all of it the way that users do.
type spared struct {
	header []string // options of the C compiler
	idle   string   // library to preload, or ""
	late   string   // the same, in front of gomarmot; it spares nothing
}

// spared returns the options for an MPI, which are made once.
func (r *programRecorder) spared(m *MPI) *spared {
	r.mu.Lock()
	if r.spare[m.cc] == nil {
		r.spare[m.cc] = sync.OnceValue(func() *spared { return r.spareFor(m) })
	}
	get := r.spare[m.cc]
	r.mu.Unlock()
	return get()
}

// spareFor makes the files of spared, except files that cannot be made here.
func (r *programRecorder) spareFor(m *MPI) *spared {
	s := &spared{}
	dir := filepath.Join(r.dir, "for-"+m.cc)
	if os.Mkdir(dir, 0o700) != nil {
		return s
	}
	if mpi := m.header(); mpi != "" {
		// gcc reads this header where it cannot use mpi.h.gch, as in a second file that includes it.
		err := os.WriteFile(filepath.Join(dir, "mpi.h"), []byte("#include_next <mpi.h>\n"), 0o600)
		args := slices.Concat(cFlags, []string{"-c", "-x", "c-header", "-o", filepath.Join(dir, "mpi.h.gch"), mpi})
		if err == nil && Compiler(m.cc, args...).Run() == nil {
			s.header = []string{"-I", dir} // where gcc looks for mpi.h, and finds it precompiled
		}
	}
	library := filepath.Join(dir, "libidle.so")
	if Compiler("cc", "-O1", "-fPIC", "-shared", "-o", library,
		filepath.Join(r.root, "acceptance", "testdata", "idle.c")).Run() == nil {
		s.idle = library
	}
	if lateRank() != "" {
		library, err := late(r.root, dir, r.preload)
		if err != nil {
			panic(err) // the tests would not test late ranks
		}
		s.late = library
	}
	return s
}

// header is where the wrapper of the compiler finds mpi.h, or "".
func (m *MPI) header() string {
	before, after, _ := wrapped(m.cc)
	for _, word := range slices.Concat(before, after) {
		if dir, ok := strings.CutPrefix(word, "-I"); ok {
			path := filepath.Join(dir, "mpi.h")
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}

// linker chooses the linker ld.gold, which takes half the time, if it is installed.
var linker = sync.OnceValue(func() []string {
	if _, err := exec.LookPath("ld.gold"); err != nil {
		return nil
	}
	return []string{"-fuse-ld=gold"}
})

// launch adds settings that spare time to a launch: ranks that wait sleep, and the processes of Open MPI's
// jobs do not share tables in files.
func (s *spared) launch(l Launch) Launch {
	l.Env = append([]string{"PMIX_MCA_gds=hash"}, l.Env...)
	if s.idle != "" && l.Preload != "" {
		l.Preload += ":" + s.idle
	}
	if s.late != "" && l.Preload != "" {
		l.Preload = s.late + ":" + l.Preload
	}
	return l
}
