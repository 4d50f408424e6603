// Package memory follows what the calls of a rank, and its program, do to its memory.
package memory
