// Package export writes a log for other programs: calls with their arguments and results, calls that met, epochs
// and operations, and findings; docs/export.md describes the fields. Run reads the log three times and keeps little
// of it in memory; a Sink writes one format.
package export
