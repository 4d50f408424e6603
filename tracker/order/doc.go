// Package order answers which of two operations happened first. Clocks advance only where calls of ranks have been
// matched: an order that no match proves is unknown.
package order
