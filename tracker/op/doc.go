// Package op is what a rank tells others: one side of each call that other ranks may meet, as values that never change.
package op
