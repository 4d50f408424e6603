// Package rankcheck checks a rank by the rank's own calls: in a running job beside the program, and later from the
// log. Package check compares the ranks.
package rankcheck
