package state

import "github.com/gomarmot/gomarmot/tracker"

// Unknown is the first call with one record on the handle of an unknown
// window or file. Whether the call succeeded is unknown as well.
type Unknown struct {
	Handle int64
	Site   tracker.Site
}

// unknowns are the calls of one class of handles.
type unknowns []Unknown

// maxUnknown bounds the handles remembered.
const maxUnknown = 64

func (u *unknowns) add(h int64, s tracker.Site) {
	if h != 0 && len(*u) < maxUnknown && u.at(h) < 0 { // no object has the handle 0
		*u = append(*u, Unknown{h, s})
	}
}

// drop forgets a handle that has turned out to be an object's.
func (u *unknowns) drop(h int64) {
	if i := u.at(h); i >= 0 {
		*u = append((*u)[:i], (*u)[i+1:]...)
	}
}

func (u *unknowns) at(h int64) int {
	for i := range *u {
		if (*u)[i].Handle == h {
			return i
		}
	}
	return -1
}

// meetWindow takes a call on the handle of a window that was not created by a
// recorded call. If it succeeds, the window exists: it was created by a call that
// gomarmot did not see.
func (ws *windows) meetWindow(c *Call) {
	switch {
	case c.once:
		ws.unknown.add(c.WinHandle, c.Site)
	case c.ok():
		c.Win = ws.strange(c.WinHandle)
		c.Win.Made = c.Site
	}
}

// meetFile is meetWindow for files.
func (fs *files) meetFile(c *Call) {
	switch {
	case c.once:
		fs.unknown.add(c.FileHandle, c.Site)
	case c.ok():
		c.File = fs.strange(c.FileHandle)
		c.File.Made = c.Site
	}
}

// unknownWindows lists the window handles that calls with one record used and
// nothing has explained since.
func (ws *windows) unknownWindows() []Unknown { return ws.unknown }

// unknownFiles lists the same for files.
func (fs *files) unknownFiles() []Unknown { return fs.unknown }
