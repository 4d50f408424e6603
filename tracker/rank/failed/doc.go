// Package failed keeps which calls of a rank have returned an error, and what the program has made of that.
package failed
