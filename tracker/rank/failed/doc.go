// Package failed keeps the calls of a rank that have returned an error, and how the program reacted.
package failed
