package report

import "cmp"

// RepeatedBy tells the report which command of gomarmot repeats the run: "provoke --again 7"; "": run.
func (r *Report) RepeatedBy(how string) { r.modes.again = how }

// setRepeats sets, for each finding, the command that repeats its run.
func (r *Report) setRepeats(fs []Finding) {
	for i := range fs {
		f := &fs[i]
		f.Repeat = r.modes.repeat(f.again)
		r.setRepeats(f.Consequences)
	}
}

// repeat returns a shell command that repeats a run and reports on it; "" if the run's command is unknown.
func (m *modes) repeat(how string) string {
	if m.command == "" {
		return ""
	}
	how = cmp.Or(how, m.again)
	if how == "" {
		how = "run"
		if m.watchedHeap {
			how += " --heap"
		}
		if m.gpu {
			how += " --gpu"
		}
	}
	return "gomarmot " + how + " -- " + m.command
}
