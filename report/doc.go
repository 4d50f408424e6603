// Package report prints findings, in four steps:
//
//   - build.go, merge.go, loadstore.go, ends.go turn the findings of the rules and the ends of the job view
//     into a Report: plain values, without trackers, logs or addresses.
//   - suppress.go and baseline.go mark the findings that do not count.
//   - prepare.go turns a Report into a sheet: in order, with printable texts, with paths as
//     people read them, the ranks at one place joined.
//   - text.go, json.go, sarif.go ... render a sheet, each in its format. The table Formats, in
//     format.go, has a row for each format.
package report
