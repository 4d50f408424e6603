package objects

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// Info is an info object as far as the program's own calls show.
type Info struct {
	object.Header
	KV      map[string]string
	Unknown bool // its keys came from the MPI library
}

// Errhandler is an error handler.
type Errhandler struct {
	object.Header
	For  calls.Class // of the objects that it was created for
	refs int         // created, and returned by an object, less freed
}

// Borrowed reports whether calls have returned the error handler more often than
// the program has freed it: then it may be freed, even if it is predefined.
func (e *Errhandler) Borrowed() bool { return e.refs > 0 }

// Session is a session.
type Session struct{ object.Header }

// Keyval is an attribute key. A freed one exists as long as an object has an
// attribute of it.
type Keyval struct {
	object.Header
	holders map[any]bool // objects that have an attribute of it, by their address
	unsure  bool         // so may another object
}

// InUse reports whether an object has, or may have, an attribute of the key.
func (k *Keyval) InUse() bool { return len(k.holders) > 0 || k.unsure }

// keyvalID is a key with the class of objects that it is for: MPI libraries may
// number the keys of each class from the same number on.
type keyvalID struct {
	class  calls.Class
	keyval int64
}
