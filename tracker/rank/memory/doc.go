// Package memory follows how the calls of a rank, and its program, use its memory.
package memory
