// Package op has ops: an op is one rank's side of a call that other ranks may meet. Ops never change.
package op
