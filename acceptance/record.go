package acceptance

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// programRecorder compiles and runs programs, and keeps the logs: a program runs again only if an input of its log has
// changed, which rules are not.
type programRecorder struct {
	// Cache keeps binaries and recordings; nil: binaries stay in Dir until the
	// process ends, and each program runs.
	cache *runCache
	dir   string
	// Root is the repository's root, and Preload the library there.
	root, preload string

	recorder   func() (string, error)
	mu         sync.Mutex
	built      map[string]func() (string, error)
	identities map[string]func() string
	spare      map[string]func() *spared

	run, kept atomic.Int64 // programs
}

// format is raised when the files that Recorder keeps change their form.
const format = 3

// recordedRun is a run that is kept.
type recordedRun struct {
	Outcome      // Dir has run.log
	fresh   bool // the program has run just now
}

// log is the path of the run's log.
func (r *recordedRun) log() string { return filepath.Join(r.Dir, logdir.Default) }

// newRecorder returns a recorder that puts files that are not kept into dir.
func newRecorder(root, dir string, c *runCache) *programRecorder {
	return &programRecorder{
		cache: c, dir: dir, root: root, preload: filepath.Join(root, "build", "libgomarmot.so"),
		recorder: sync.OnceValues(func() (string, error) { return recorderOf(root) }),
		built:    map[string]func() (string, error){}, identities: map[string]func() string{},
		spare: map[string]func() *spared{},
	}
}

// identity names the MPI; its commands are asked once.
func (r *programRecorder) identity(m *MPI) string {
	r.mu.Lock()
	name := m.cc + " " + m.Mpiexec[0]
	if r.identities[name] == nil {
		r.identities[name] = sync.OnceValue(m.identity)
	}
	get := r.identities[name]
	r.mu.Unlock()
	return get()
}

// build holds the inputs of a binary.
type build struct {
	Format  int
	MPI     string
	Command []string
	Sources []file
}

// file is a file by its name and content.
type file struct{ Path, Sum string }

// buildOf describes how a program becomes a binary of the name "binary".
func (r *programRecorder) buildOf(m *MPI, p *Program) (build, error) {
	b := build{Format: format, MPI: r.identity(m), Command: r.command(m, p, "binary")}
	inputs := inputs(b.Command...)
	if p.How != "" {
		inputs = append(inputs, r.ccSources()...)
	}
	if p.gpu {
		inputs = append(inputs, gpuInputs(r.root)...)
	}
	for _, path := range inputs {
		text, err := os.ReadFile(path)
		if err != nil {
			return b, err
		}
		sum, err := cacheKey(text)
		if err != nil {
			return b, err
		}
		b.Sources = append(b.Sources, file{path, sum})
	}
	return b, nil
}

// command returns the command that compiles a program.
func (r *programRecorder) command(m *MPI, p *Program, binary string) []string {
	flags := p.Flags
	if p.gpu {
		flags = append(slices.Clone(flags), gpuFlags(r.root, m)...)
	}
	name, args := m.compilation(p.Path, binary, flags...)
	command := append([]string{name}, args...)
	if p.How == "" {
		return append(command, linker()...)
	}
	return append([]string{"gomarmot", "cc", "--how", p.How, "--"}, command...)
}

// ccSources returns the files that gomarmot cc compiles and links programs with.
func (r *programRecorder) ccSources() []string {
	libraries, _ := filepath.Glob(filepath.Join(r.root, "build", "libgomarmot-access.so"))
	passes, _ := filepath.Glob(filepath.Join(r.root, "build", "gomarmot_*.so"))
	sources, _ := filepath.Glob(filepath.Join(r.root, "cmd", "gomarmot", "cc*.go"))
	return append(append(libraries, passes...), sources...) // the patterns are well-formed
}

// binary compiles a program for the MPI, if that has not been done yet, and
// returns the binary's path. A script is run as it is.
func (r *programRecorder) binary(m *MPI, p *Program) (string, error) {
	if filepath.Ext(p.Path) == ".py" {
		return p.Path, nil
	}
	key := m.cc + " " + p.Path
	r.mu.Lock()
	get := r.built[key]
	if get == nil {
		dir := filepath.Join(r.dir, fmt.Sprint(len(r.built)))
		get = sync.OnceValues(func() (string, error) { return r.compile(m, p, dir) })
		r.built[key] = get
	}
	r.mu.Unlock()
	return get()
}

// compile makes a binary in the cache, or in dir. A log names it by its path.
func (r *programRecorder) compile(m *MPI, p *Program, dir string) (string, error) {
	name := strings.TrimSuffix(filepath.Base(p.Path), filepath.Ext(p.Path))
	make := func(dir string) error {
		if p.gpu {
			if err := buildGPU(r.root, m); err != nil {
				return err
			}
		}
		command := r.command(m, p, filepath.Join(dir, name))
		switch {
		case p.How != "":
			command[0] = filepath.Join(r.root, "build", command[0])
		case filepath.Ext(p.Path) == ".c":
			// With a parsed header, gcc crashes once in some thousands of times.
			if compiles(p.Path, command[0], slices.Concat(command[1:], r.spared(m).header)...) == nil {
				return nil
			}
		}
		return compiles(p.Path, command[0], command[1:]...)
	}
	if r.cache == nil {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return "", err
		}
		return filepath.Join(dir, name), make(dir)
	}
	b, err := r.buildOf(m, p)
	if err != nil {
		return "", err
	}
	key, err := cacheKey(b)
	if err != nil {
		return "", err
	}
	dir, ok := r.cache.get(key)
	if !ok {
		dir, err = r.cache.put(key, make)
	}
	return filepath.Join(dir, name), err
}

// record returns the log of the launch, whose Binary is the program's and whose
// folder is empty: the kept log, or else the log of a run that starts now. If again is set, a kept
// log is not used.
func (r *programRecorder) record(m *MPI, p *Program, l Launch, again bool) (recordedRun, error) {
	key, err := r.key(m, p, l)
	if err != nil {
		return recordedRun{}, err
	}
	if dir, ok := r.cache.get(key); ok && key != "" && !again {
		rec := recordedRun{}
		text, err := os.ReadFile(filepath.Join(dir, outcomeFile))
		if err == nil && json.Unmarshal(text, &rec.Outcome) == nil {
			rec.Dir = dir
			r.kept.Add(1)
			return rec, nil
		}
	}
	if l.GPU {
		if err := buildGPU(r.root, m); err != nil {
			return recordedRun{}, err
		}
		l = onGPU(r.root, m, l)
	}
	rec := recordedRun{Outcome: m.Run(r.spared(m).launch(l)), fresh: true}
	r.run.Add(1)
	if key == "" || !keepable(p, &rec.Outcome) {
		return rec, nil
	}
	rec.Dir, err = r.cache.put(key, func(dir string) error { return save(&rec.Outcome, dir) })
	return rec, err
}

// tell prints how many programs ran.
func (r *programRecorder) tell(w io.Writer) {
	fmt.Fprintf(w, "programs run: %d; logs of earlier runs judged: %d\n", r.run.Load(), r.kept.Load())
	if _, err := r.recorder(); r.cache != nil && err != nil {
		fmt.Fprintf(w, "no log was kept: %v\n", err)
	}
}

// key is the name of a recording, "" where none can be kept.
func (r *programRecorder) key(m *MPI, p *Program, l Launch) (string, error) {
	if r.cache == nil {
		return "", nil
	}
	recorder, err := r.recorder()
	if errors.Is(err, errStale) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	b, err := r.buildOf(m, p)
	if err != nil {
		return "", err
	}
	l.Dir, l.Timeout, l.Still = "", 0, 0 // the log of a run does not depend on these
	return cacheKey(struct {
		Build    build
		Recorder string
		Mpiexec  []string
		Env      []string
		Launch   Launch
	}{b, recorder, m.Mpiexec, append(steered(), m.Env...), l})
}

// outcomeFile says in a recording how the run ended.
const outcomeFile = "outcome"

func save(o *Outcome, dir string) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, outcomeFile), text, 0o600); err != nil {
		return err
	}
	logs, err := filepath.Glob(filepath.Join(o.Dir, logdir.Default+"*")) // spawned processes have logs of their own
	if err != nil {
		return err
	}
	for _, log := range logs {
		if err := copyTree(log, filepath.Join(dir, filepath.Base(log))); err != nil {
			return err
		}
	}
	return nil
}

// keepable reports whether the log of a run may be kept: not if the machine was too slow, the MPI failed, or a rule
// crashed, since the rest of the run was then not recorded.
func keepable(p *Program, o *Outcome) bool {
	if !p.Hang && (o.TimedOut || o.Exit != 0 && len(p.Wants) == 0) {
		return false
	}
	l, err := logdir.Open(filepath.Join(o.Dir, logdir.Default))
	if err != nil {
		return false
	}
	defer l.Close() // only read
	for _, rank := range l.Ranks() {
		if rank.End().State == segment.Off {
			return false
		}
	}
	return true
}
