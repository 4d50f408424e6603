package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// Types returns the datatypes of the rank.
func (r *Rank) Types() *datatype.Table { return &r.objects.Types }

// CommOf returns the communicator of a handle, freed ones included.
func (r *Rank) CommOf(h int64) *objects.Comm { return r.objects.CommOf(h) }

// ErrhandlerOf returns the error handler of a handle, freed ones included; nil
// if it is unknown.
func (r *Rank) ErrhandlerOf(h int64) *objects.Errhandler { return r.objects.ErrhandlerOf(h) }

// Group returns the group of a handle, freed ones included; nil if unknown.
func (r *Rank) Group(h int64) *objects.Group { return r.objects.Group(h) }

// Head returns what every object has of the newest one with a handle, nil if it is
// unknown. c says for which objects a key is.
func (r *Rank) Head(class calls.Class, h int64, c *call.Call) *object.Header {
	return r.objects.Head(class, h, &c.Call)
}

// InfoOf returns the info object of a handle, freed ones included; nil if it is
// unknown.
func (r *Rank) InfoOf(h int64) *objects.Info { return r.objects.InfoOf(h) }

// KeyvalOf returns the attribute key for objects of a class, freed ones
// included; nil if it is unknown, or predefined.
func (r *Rank) KeyvalOf(class calls.Class, keyval int64) *objects.Keyval {
	return r.objects.KeyvalOf(class, keyval)
}

// Left returns the places where the program has made objects that it has not freed,
// those with the most first.
func (r *Rank) Left() []objects.Kept { return r.objects.Left() }

// OpOf returns the reduction operation of a handle, freed ones included; nil if it
// is unknown.
func (r *Rank) OpOf(h int64) *objects.Operation { return r.objects.OpOf(h) }

// Probed says whether the MPI library itself knows the handle of an object that
// was not created by a recorded call; known is false if the library was not
// asked. In no MPI does an object have the handle 0.
func (r *Rank) Probed(h int64) (valid, known bool) { return r.objects.Probed(h) }
