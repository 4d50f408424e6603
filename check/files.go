package check

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/gomarmot/gomarmot/source"
)

// others returns further paths at which the file of a module may be: paths of other ranks' files with its build ID,
// because the nodes may have the program in different directories; and its name beside the log and in the working
// directory, from which it may have been copied to the nodes.
func (j *Job) others(m *source.Module) []string {
	if j.files == nil {
		j.files = j.sameFiles()
	}
	out := slices.Clone(j.files[m.BuildID])
	for _, dir := range []string{filepath.Dir(j.Log.Dir), "."} {
		out = append(out, filepath.Join(dir, filepath.Base(m.Path)))
	}
	return out
}

// sameFiles lists the paths of all files mapped in the job by their build ID, as far as the ranks
// have been read.
func (j *Job) sameFiles() map[string][]string {
	seen := map[string]map[string]bool{}
	for _, r := range j.Log.Ranks() {
		mapped := r.Mapped()
		for i := range mapped {
			m := &mapped[i]
			if m.BuildID == "" || seen[m.BuildID][m.Path] {
				continue
			}
			if seen[m.BuildID] == nil {
				seen[m.BuildID] = map[string]bool{}
			}
			seen[m.BuildID][m.Path] = true
		}
	}
	out := map[string][]string{}
	for id, paths := range seen {
		out[id] = slices.Sorted(maps.Keys(paths))
	}
	return out
}
