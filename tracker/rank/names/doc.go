// Package names follows which names a rank has published for ports, and which of them it has unpublished.
package names
