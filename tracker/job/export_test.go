package job

import "github.com/gomarmot/gomarmot/tracker"

// Kept counts the objects that matchers and judges keep.
func (j *Job) Kept() int {
	n := j.Meet.Kept().Objects
	for _, x := range j.judges {
		if r, ok := x.(relayed); ok {
			x = r.judge
		}
		if k, counts := x.(interface{ Kept() int }); counts {
			n += k.Kept()
		}
	}
	return n
}

// Vague reports whether a rank may know more than its clock says.
func (j *Job) Vague() bool {
	for r := range j.Size {
		if j.Clocks.Vague(j.Clocks.At(int32(r), 1)) {
			return true
		}
	}
	return false
}

// Prune forgets accesses that are past, as when there are many.
func (j *Job) Prune() {
	j.races.Prune(tracker.Site{})
	j.files.Prune(tracker.Site{})
}
