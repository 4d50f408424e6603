// Package exact proves the compilers' passes of access/: random programs and a
// list of language features are compiled at each level of optimization, and the
// accesses that the passes record are compared, byte by byte, with the accesses that
// the programs report themselves.
package exact
