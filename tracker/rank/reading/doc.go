// Package reading has what all parts of a rank may know: whose events they are, and how far these have been read.
package reading
