// Package exact proves the compilers' passes of access/: random programs and a
// list of language features are compiled at each level of optimization, and what
// the passes record of them is compared, byte by byte, with what the programs say
// of themselves.
package exact
