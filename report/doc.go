// Package report prints findings. A Report is what every format prints: plain
// values, stably ordered, without trackers, logs or addresses. Build turns the
// findings of the rules into it; text.go, json.go, sarif.go ... hold one format
// each and are listed in Formats. Suppressions and baselines mark findings that
// do not count.
package report
