// Package wire writes values as bytes for another process of the same program, and reads them there. gen generates the
// functions that code the fields of a value from the structs.
package wire

import "errors"

// errShort: the bytes end within a value. A coder panics with it: no process writes that.
var errShort = errors.New("a message between processes of gomarmot report is damaged")
