// Package reading has the state that all parts of a rank share: the properties of the rank, and how far its events have
// been read.
package reading
