package logdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// folderMark is the contents of a directory's mark, the file "job".
type folderMark struct {
	run  string // the run's name
	job  string // variables that identify the job: "GOMARMOT_JOB=x"
	name string // the log's name, with %h and %r; "" in logs of earlier versions
}

// maxMark bounds the file, which holds two names.
const maxMark = 16 << 10

// jobName begins folderMark.job if the job has a GOMARMOT_JOB. The wrappers add spawned to the name of a log of
// processes that MPI_Comm_spawn has started.
const jobName, spawned = "GOMARMOT_JOB=", "-spawned-"

// readMark reads the mark of a directory; nil if it has none.
func readMark(dir string) *folderMark {
	text, err := foreign.ReadFile(MarkName(dir), maxMark)
	if err != nil {
		return nil
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	words := strings.SplitN(first, " ", 6) // run NAME rank R job TEXT
	if len(words) < 2 || words[0] != "run" {
		return nil
	}
	m := &folderMark{run: words[1]}
	if len(words) == 6 && words[4] == "job" {
		m.job = words[5]
	}
	if name, ok := strings.CutPrefix(rest, "name "); ok {
		m.name, _, _ = strings.Cut(name, "\n")
	}
	return m
}

var slurmJob = regexp.MustCompile(`\bSLURM_JOB_ID=(\d+)|\bslurm\.pmix\.(\d+)\.`)

// SlurmJob returns the number of the Slurm job that logs to a directory; "" if it is not known.
func SlurmJob(dir string) string {
	m := readMark(dir)
	if m == nil {
		return ""
	}
	found := slurmJob.FindStringSubmatch(m.job)
	return strings.Join(found[min(len(found), 1):], "")
}

// Taken reports whether there is something other than a gomarmot log at the path of a log, or at the path of its
// directory. A run leaves such a file or directory unchanged, and logs elsewhere.
func Taken(path string) bool {
	if _, err := os.Lstat(Dir(path)); !errors.Is(err, fs.ErrNotExist) && readMark(Dir(path)) == nil {
		return true
	}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil || !info.Mode().IsRegular() {
		return true
	}
	_, ferr := readRun(path)
	return ferr != nil && ferr.Problem != segment.Newer
}

// OfJob returns the logs of the jobs that ran with job as the value of GOMARMOT_JOB - several if a script started
// them - and with path as their log. The ranks try path, Second, path with something added, and path in the
// directory for temporary files; a later job of the script moves the log of an earlier job. Logs of spawned
// processes are left out.
func OfJob(path, job string) []string {
	var logs []string
	for _, pattern := range []string{path, filepath.Join(filepath.Dir(path), Second), path + "-*", path + ".*",
		filepath.Join(os.TempDir(), filepath.Base(path)) + "-*"} {
		dirs, _ := filepath.Glob(Dir(pattern)) // a path that is not a valid pattern matches nothing
		for _, dir := range dirs {
			log := strings.TrimSuffix(dir, Suffix)
			if m := readMark(dir); m != nil && strings.HasPrefix(m.job+" ", jobName+job+" ") &&
				!Spawned(dir) && !slices.Contains(logs, log) {
				logs = append(logs, log)
			}
		}
	}
	return logs
}

// DirOf returns the directory that a rank logs to, with %h in place of an unknown
// host.
func (l *Log) DirOf(rank int) string {
	m := readMark(l.Dir)
	if m == nil || m.name == "" || !strings.Contains(m.name, "%") {
		return l.Dir
	}
	return Dir(strings.NewReplacer("%r", strconv.Itoa(rank), "%%", "%").Replace(m.name))
}

// Spawned reports whether a directory is the log of processes that another job has spawned.
func Spawned(dir string) bool { return strings.Contains(filepath.Base(dir), spawned) }

// SpawnedBy returns the logs of the jobs that a job has started by MPI_Comm_spawn: they are beside the job's log,
// and have the same GOMARMOT_JOB, which gomarmot run sets. Without GOMARMOT_JOB there is no telling them from logs
// of other runs, and the result is nil. path is run.log, its directory, or the directory that contains both.
func SpawnedBy(path string) []string {
	_, dir, err := resolve(path)
	if err != nil || Spawned(dir) {
		return nil
	}
	m := readMark(dir)
	if m == nil || !strings.HasPrefix(m.job, jobName) {
		return nil
	}
	var logs []string
	dirs, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "*"+spawned+"*"+Suffix))
	for _, d := range dirs {
		if SameRun(dir, d) {
			logs = append(logs, strings.TrimSuffix(d, Suffix))
		}
	}
	return logs
}

// SameRun reports whether two directories are logs of jobs with the same GOMARMOT_JOB.
func SameRun(dir, other string) bool {
	m, o := readMark(dir), readMark(other)
	if m == nil || o == nil || !strings.HasPrefix(m.job, jobName) {
		return false
	}
	job, _, _ := strings.Cut(m.job, " ")
	return strings.HasPrefix(o.job+" ", job+" ")
}

// MayBeSpawnedBy returns the logs of the jobs that a job may have started by MPI_Comm_spawn: those of SpawnedBy, or,
// without GOMARMOT_JOB, all logs of spawned jobs beside the job's log that have its name.
func MayBeSpawnedBy(path string) (logs []string) {
	if certain := SpawnedBy(path); certain != nil {
		return certain
	}
	_, dir, err := resolve(path)
	if err != nil || Spawned(dir) {
		return nil
	}
	if m := readMark(dir); m == nil || strings.HasPrefix(m.job, jobName) {
		return nil
	}
	pattern := strings.TrimSuffix(dir, Suffix) + spawned + "*" + Suffix
	dirs, _ := filepath.Glob(pattern) // none, if it is not a valid pattern
	for _, d := range dirs {
		if s := readMark(d); s != nil && !strings.HasPrefix(s.job, jobName) {
			logs = append(logs, strings.TrimSuffix(d, Suffix))
		}
	}
	return logs
}

// addedLength is the length of the suffix that a job adds to its log's name while another job uses that name.
const addedLength = len("-01234567")

// Beside returns the logs of jobs that started while the job of this log was using its name, and so added a suffix.
// path is run.log, its directory, or the directory that contains both. The result is nil if the log has a
// GOMARMOT_JOB: then OfJob and SpawnedBy find the other logs.
func Beside(path string) []string {
	_, dir, err := resolve(path)
	if err != nil {
		return nil
	}
	mine, held := readMark(dir), markTime(dir)
	if mine == nil || strings.HasPrefix(mine.job, jobName) {
		return nil
	}
	log := strings.TrimSuffix(dir, Suffix)
	var logs []string
	dirs, _ := filepath.Glob(log + "-*" + Suffix) // none, if the name is not a valid pattern
	for _, d := range dirs {
		if other := strings.TrimSuffix(d, Suffix); len(other) == len(log)+addedLength && readMark(d) != nil &&
			!markTime(d).Before(held) {
			logs = append(logs, other)
		}
	}
	return logs
}

// markTime is when the job of a directory began to use it.
func markTime(dir string) time.Time {
	info, err := os.Stat(MarkName(dir))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
