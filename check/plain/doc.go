// Package plain writes values as bytes for another process of the same program, and
// reads them there: fields that are not exported too, and values that several
// pointers share.
package plain
