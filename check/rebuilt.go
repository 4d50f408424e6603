package check

import (
	"os"
	"time"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
)

// weighPrograms says which programs of the run were built again since: a clean log says nothing of
// the programs as they are now.
func (j *Job) weighPrograms() {
	seen := map[string]bool{}
	for _, r := range j.Log.Ranks() {
		if r.Header == nil || seen[r.Header.Exe] {
			continue
		}
		seen[r.Header.Exe] = true
		if at := rebuilt(r); !at.IsZero() {
			const layout = "2006-01-02 15:04:05"
			j.lack("%s was built again on %s, after this run of %s: no call of the new program is in this log",
				r.Header.Exe, at.In(r.Header.Start.Location()).Format(layout), r.Header.Start.Format(layout))
		}
	}
}

// rebuilt returns when the program of a rank was built again after the run; zero if it was not, or that is
// not certain. The file must have another build ID and be newer than the run: in a container or on another
// host the same path may lead to another file.
func rebuilt(r *logdir.RankLog) time.Time {
	info, err := os.Stat(r.Header.Exe)
	if err != nil || !info.Mode().IsRegular() || !info.ModTime().After(r.Header.Start) {
		return time.Time{}
	}
	for _, m := range r.Mapped() {
		if m.Path != r.Header.Exe || m.BuildID == "" {
			continue
		}
		if id := source.BuildID(m.Path); id != "" && id != m.BuildID {
			return info.ModTime()
		}
		break
	}
	return time.Time{}
}
