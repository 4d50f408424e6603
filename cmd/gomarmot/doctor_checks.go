package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/words"
)

// installation checks the libraries.
func (d *doctor) installation() {
	self, err := os.Executable()
	if err != nil {
		d.say(problem, "library", err.Error(), "set "+launch.LibraryVar+" to the path of "+launch.LibraryName)
		return
	}
	path, err := launch.FindLibrary(self, os.Getenv(launch.LibraryVar))
	if err != nil {
		d.say(problem, "library", err.Error(), "run make build, or make install")
		return
	}
	for _, lib := range []string{path, filepath.Join(filepath.Dir(path), launch.CoreName)} {
		if !d.loads("library", lib) {
			return
		}
	}
	d.library = path
	d.say(fine, "library", path+" loads, and so does "+launch.CoreName+" beside it", "")
}

// loads checks that a library of gomarmot loads, and reports a problem with the given subject otherwise.
func (d *doctor) loads(subject, path string) bool {
	said := launch.Loads(path)
	if said != "" {
		d.say(problem, subject, path+" does not load: "+strings.ReplaceAll(said, "\n", "; "),
			"build gomarmot on this machine, or on one with an older C library")
	}
	return said == ""
}

// Free space below these is a warning or a problem: the ring of a thread takes
// a MiB, and a log some bytes for each call.
const (
	fewBytes    = 1 << 30
	tooFewBytes = 32 << 20
)

// logFolder checks the place where the log is to be written.
func (d *doctor) logFolder(flag string) {
	path, err := logPath(flag)
	if err != nil {
		d.say(problem, "log", strings.TrimPrefix(err.Error(), "--log: "),
			"name an existing directory: gomarmot run --log PATH, or GOMARMOT_LOG=PATH")
		return
	}
	dir := filepath.Dir(path)
	probe, err := os.MkdirTemp(dir, ".gomarmot-doctor-")
	if err != nil {
		var p *os.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		d.say(problem, "log", fmt.Sprintf("cannot write in %s: %v", dir, err),
			"write the log elsewhere: gomarmot run --log PATH, or GOMARMOT_LOG=PATH")
		return
	}
	_ = os.Remove(probe) // just created, empty
	if launch.Held(path) {
		d.say(problem, "log", path+" belongs to a job that is still running", "wait for it, or name another with --log")
		return
	}
	if logdir.Taken(path) {
		d.say(problem, "log", path+" is not a gomarmot log, and will not be touched", "name another with --log")
		return
	}
	d.log = path
	text := "the log can be written to " + path
	if _, err := os.Stat(logdir.Dir(path)); err == nil {
		text += "; the one there now will be kept under another name"
	}
	d.space(dir, text)
}

// networks are network file systems, by their number.
var networks = map[int64]string{0x6969: "NFS", 0xff534d42: "CIFS", 0xfe534d42: "SMB", 0x01021997: "9p"}

func (d *doctor) space(dir, text string) {
	var fs unix.Statfs_t
	if err := unix.Statfs(dir, &fs); err != nil {
		d.say(fine, "log", text, "")
		return
	}
	free := int64(fs.Bavail) * fs.Bsize
	text += "; " + words.Bytes(free) + " are free there"
	switch {
	case free < tooFewBytes:
		d.say(problem, "log", text, "free some space, or write the log elsewhere: --log PATH")
	case free < fewBytes:
		d.say(warning, "log", text, "a long run may need more: free some space, or write the log elsewhere with "+
			"--log PATH")
	case networks[int64(fs.Type)] != "":
		d.say(warning, "log", text+"; it is on "+networks[int64(fs.Type)],
			"a local disk or the parallel file system is faster: --log PATH")
	default:
		d.say(fine, "log", text, "")
	}
}

// program checks the executable file.
func (d *doctor) program(p *launch.Program, l launch.Launcher) {
	before := len(d.found)
	own, err := launch.Inspect(d.library)
	switch {
	case p.Loader == "":
		d.say(problem, "program", p.Path+" is linked statically: nothing can be preloaded", "link it without -static")
	case err == nil && (own.Machine != p.Machine || own.Class != p.Class):
		d.say(problem, "program", fmt.Sprintf("%s is for %v, but the library for %v", p.Path, p.Machine, own.Machine),
			"build gomarmot for the program's machine")
	case p.Privileged:
		d.say(problem, "program", p.Path+" runs with different privileges than yours (set-user-ID, set-group-ID or "+
			"capabilities): its loader ignores LD_PRELOAD",
			"watch a copy without these privileges")
	case strings.Contains(p.Loader, "musl"):
		d.say(problem, "program", p.Path+" uses the musl C library ("+p.Loader+"), but gomarmot the GNU one",
			"build the program and its MPI with the GNU C library")
	case slices.ContainsFunc(p.Absent, isDriver):
		d.say(problem, "program", p.Path+" needs CUDA's driver, which cannot be found: "+strings.Join(p.Absent, ", "),
			"run on a machine with an NVIDIA GPU and its driver")
	case slices.ContainsFunc(p.Absent, isHIP):
		d.say(problem, "program", p.Path+" needs HIP, which cannot be found: "+strings.Join(p.Absent, ", "),
			"load the environment module of ROCm, or set LD_LIBRARY_PATH")
	case len(p.Absent) > 0:
		d.say(problem, "program", p.Path+" needs libraries that cannot be found: "+strings.Join(p.Absent, ", "),
			"set LD_LIBRARY_PATH, or load the MPI's environment module")
	case p.OwnMPI:
		d.say(problem, "program", p.Path+" contains the MPI library itself, so calls to it cannot be seen",
			"link it with the shared MPI library")
	}
	if len(d.found) > before {
		return
	}
	if d.programMPI(p, l); len(p.MPI) == 0 {
		return // it may be an interpreter
	}
	d.tracked(p)
	if p.Debug {
		d.say(fine, "debug", p.Path+" has line numbers", "")
	} else {
		d.say(warning, "debug", p.Path+" has no line numbers: findings show addresses",
			"compile with -g, which works with optimization too")
	}
}

// tracked says of which of the program's objects loads and stores are recorded.
func (d *doctor) tracked(p *launch.Program) {
	all := check.TrackedBy(p.Tracked)
	switch {
	case all == "":
	case len(p.Untracked) > 0:
		d.say(warning, "access", fmt.Sprintf("%s: loads and stores are recorded of %s, but not of %s, such as %s",
			p.Path, all, words.Count(int64(len(p.Untracked)), "source file"), p.Untracked[0]),
			"compile all of the program with gomarmot cc")
	default:
		d.say(fine, "access", p.Path+": loads and stores are recorded of "+all, "")
	}
	d.otherVersions(p)
}

// otherVersions names the objects that another version of gomarmot has compiled: only the accesses that that version
// records are seen.
func (d *doctor) otherVersions(p *launch.Program) {
	var sources, versions []string
	for _, t := range p.Tracked {
		if t.Version != versionName() && t.Version != "-" {
			sources, versions = append(sources, t.Source), append(versions, t.Version)
		}
	}
	if len(sources) == 0 {
		return
	}
	what := sources[0] + " was"
	if len(sources) > 1 {
		what = words.Count(len(sources), "source file") + ", such as " + sources[0] + ", were"
	}
	slices.Sort(versions)
	d.say(warning, "access", fmt.Sprintf("%s: %s compiled by gomarmot %s; this is gomarmot %s", p.Path, what,
		strings.Join(slices.Compact(versions), " and "), versionName()), "compile again with this gomarmot cc")
}

// programMPI compares the program's MPI with the launcher's.
func (d *doctor) programMPI(p *launch.Program, l launch.Launcher) {
	switch len(p.MPI) {
	case 0:
		d.say(hint, "program", p.Path+" is not linked to an MPI library; it may load one later, as Python does", "")
		return
	case 1:
	default:
		d.say(problem, "program", p.Path+" is linked to several MPI libraries: "+strings.Join(p.MPI, ", "),
			"build all its parts with the same MPI")
		return
	}
	kind, sure := launch.Family(p.MPI[0])
	if sure && l.NeedsVars() && kind != l.Kind {
		d.say(problem, "program", fmt.Sprintf("%s is linked to %s, but the launcher is %s: "+
			"each rank would run as a job of its own", p.Path, p.MPI[0], l.Name),
			"use the launcher of the program's MPI")
		return
	}
	d.say(fine, "program", p.Path+" is linked to "+p.MPI[0], "")
}
