package objects

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
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
	For  calls.Class // the class of objects that it was created for
	refs int         // times created or returned by an object, minus frees
}

// Borrowed reports whether calls have returned the error handler more often than the program has freed it: then even a
// predefined error handler may be freed.
func (e *Errhandler) Borrowed() bool { return e.refs > 0 }

// Session is a session.
type Session struct {
	object.Header
	Psets int64        // the number of process sets that Asked has returned
	Asked tracker.Site // the last MPI_Session_get_num_psets; zero: none
}

// Keyval is an attribute key. A freed keyval exists as long as an object has an attribute with it.
type Keyval struct {
	object.Header
	holders map[any]bool // objects that have an attribute with it, by address
	unsure  bool         // other objects may have such an attribute, too
}

// InUse reports whether an object has, or may have, an attribute with the key.
func (k *Keyval) InUse() bool { return len(k.holders) > 0 || k.unsure }

// keyvalID is a keyval together with the class of its objects: MPI libraries may number the keyvals of each class
// separately.
type keyvalID struct {
	class  calls.Class
	keyval int64
}
