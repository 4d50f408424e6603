// Package op has ops: one side of each call that other ranks may meet, as a rank tells it. Ops never change.
package op
