package check

import "github.com/gomarmot/gomarmot/runtime/logdir"

// Plausible is what the readers of logs take.
var Plausible = plausible

// InputsOf are the inputs of a log.
func InputsOf(l *logdir.Log) []Input {
	return (&Job{Log: l, byRank: map[int]*logdir.RankLog{}, streams: map[int]*checkedStream{}, shift: shifts(l)}).inputs()
}
