package report

import "cmp"

// RepeatedBy tells the report which command of gomarmot makes the run again: "provoke --again 7"; "": run.
func (r *Report) RepeatedBy(how string) { r.modes.again = how }

// setRepeats says of each finding which command makes its run again.
func (r *Report) setRepeats(fs []Finding) {
	for i := range fs {
		f := &fs[i]
		f.Repeat = r.modes.repeat(f.again)
		r.setRepeats(f.Consequences)
	}
}

// repeat is the command for a shell that makes a run again and reports on it; "" if the run's command is not known.
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
