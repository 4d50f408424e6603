package names

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Name is a service name that a rank has published.
type Name struct {
	Service string
	Port    string // of the last publication
	Info    int64  // handle of its info

	Published   tracker.Site // the last MPI_Publish_name that succeeded; zero: none
	Unpublished tracker.Site // the last MPI_Unpublish_name that succeeded; zero: none

	PortClosed bool // since the last publication

	// Times is how often the name is published now: a library may keep the name once for each scope that info names.
	Times  int
	failed bool // a call on the name has failed, so whether it is published is uncertain
}

// Names are the service names of a rank.
type Names struct {
	names    map[string]*Name
	doubtful bool // a call on a name that is not kept
}

// mostNames bounds Names.names.
const mostNames = 1 << 12

// Of returns the name that a call publishes or unpublishes: without publications if the rank has not published it; nil
// if the name is unknown or doubtful.
func (ns *Names) Of(c *record.Call) *Name {
	name := textOf(c, service)
	if ns.doubtful || name == "" {
		return nil
	}
	n := ns.names[name]
	switch {
	case n == nil:
		return &Name{Service: name}
	case n.failed:
		return nil
	}
	return n
}

// Left returns the names that are published, in alphabetical order.
func (ns *Names) Left() []*Name {
	if ns.doubtful {
		return nil
	}
	left := slices.DeleteFunc(slices.Collect(maps.Values(ns.names)), func(n *Name) bool {
		return n.Times == 0 || n.failed
	})
	slices.SortFunc(left, func(a, b *Name) int { return cmp.Compare(a.Service, b.Service) })
	return left
}

// Publish applies an MPI_Publish_name that has succeeded.
func (ns *Names) Publish(c *record.Call) {
	if n := ns.keep(c); n != nil {
		n.Port, n.Info, n.Published = textOf(c, port), c.Arg("info"), c.Site
		n.PortClosed = false
		n.Times++
	}
}

// Unpublish applies an MPI_Unpublish_name that has succeeded.
func (ns *Names) Unpublish(c *record.Call) {
	if n := ns.keep(c); n != nil {
		n.Unpublished = c.Site
		n.Times = max(n.Times-1, 0)
	}
}

// ClosePort applies MPI_Close_port.
func (ns *Names) ClosePort(c *record.Call) {
	closed, _ := c.Text()
	for _, n := range ns.names {
		n.PortClosed = n.PortClosed || n.Port == closed && closed != ""
	}
}

// FailPublish applies an MPI_Publish_name that has failed.
func (ns *Names) FailPublish(c *record.Call) {
	if n := ns.keep(c); n != nil {
		n.failed = true
	}
}

// FailUnpublish applies an MPI_Unpublish_name that has failed, as it should for a name that is not published.
func (ns *Names) FailUnpublish(c *record.Call) {
	if n := ns.keep(c); n != nil && n.Times > 0 {
		n.failed = true
	}
}

// keep returns the name of a call, made on its first use; nil if it is unknown, or if there are too many names.
func (ns *Names) keep(c *record.Call) *Name {
	name := textOf(c, service)
	n := ns.names[name]
	if name == "" || n == nil && len(ns.names) == mostNames {
		ns.doubtful = true
		return nil
	}
	if n == nil {
		if ns.names == nil {
			ns.names = map[string]*Name{}
		}
		n = &Name{Service: name}
		ns.names[name] = n
	}
	return n
}

// Both calls have the name of the service first, and MPI_Publish_name has the name of the port after it.
const (
	service = iota
	port
)

// textOf returns a string argument of a call; "" where the log has none, as logs of earlier versions.
func textOf(c *record.Call, i int) string {
	if list := event.Strings(c.InBlob); i < len(list) {
		return list[i]
	}
	return ""
}
