// Package export writes what a log holds for other programs: the calls with their arguments and results, the calls that
// met, epochs and operations, and findings; docs/export.md describes the fields. An Exporter reads the log three times and
// keeps little of it; a Sink writes one format.
package export
