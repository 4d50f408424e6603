// Package order answers what happened before what. Clocks advance only where
// calls of ranks have been matched: what is not proved by a match is not known.
package order
