package state

import "github.com/gomarmot/gomarmot/tracker/object"

// windows are a rank's windows.
type windows struct {
	table     object.Table[*Win]
	unknown   unknowns
	count     int        // windows that the rank has made so far
	locking   []*Win     // those of which it holds locks of single targets
	lockedAll *LockedAll // those of which it has locked all targets
	exposed   exposed    // their memory
}
