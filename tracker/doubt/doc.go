// Package doubt bounds the doubts that a matcher or judge keeps: possible faults that are decided later, when it is
// known whether the program has ordered the calls by itself.
package doubt
