// Package order answers what happened before what. Clocks advance only where
// calls of ranks have been matched: what no match proves is unknown.
package order
