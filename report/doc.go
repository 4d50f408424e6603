// Package report prints findings, in four steps:
//
//   - build.go, merge.go, loadstore.go, ends.go turn what the rules and the job view found
//     into a Report: plain values, without trackers, logs or addresses.
//   - suppress.go and baseline.go mark the findings that do not count.
//   - prepare.go turns a Report into a sheet: in order, with printable texts, with paths as
//     people read them, the ranks at one place joined.
//   - text.go, json.go, sarif.go ... render a sheet, one format each. Formats, in
//     format.go, has a row for each.
package report
