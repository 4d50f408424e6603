// Package race finds accesses to the same memory. It keeps those that others may still meet,
// by address, and what programs do to order accesses by themselves: through values that
// they leave in windows for each other.
package race
