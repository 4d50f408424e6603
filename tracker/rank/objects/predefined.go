package objects

import (
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// Predefined registers the handle of a predefined object, which the record names.
func (o *Objects) Predefined(p *calls.Predef, h int64, record *event.Event) {
	switch p.Class {
	case calls.ClassDatatype:
		o.Types.Predef(record)
	case calls.ClassOp:
		o.Ops.Put(h, predefOp(p))
	case calls.ClassComm:
		o.comms.Put(h, o.predefComm(p))
	case calls.ClassGroup:
		o.groups.Put(h, &Group{Header: object.Predefined(p)})
	case calls.ClassInfo:
		o.Infos.Put(h, &Info{Header: object.Predefined(p), Unknown: p.Name == "MPI_INFO_ENV"})
	case calls.ClassSession:
		o.Sessions.Put(h, &Session{Header: object.Predefined(p)})
	case calls.ClassErrhandler:
		o.errhandlers.Put(h, &Errhandler{Header: object.Predefined(p)})
	}
}

func (o *Objects) predefComm(p *calls.Predef) *Comm {
	c := &Comm{Header: object.Predefined(p), Label: p.Name}
	switch p.Name {
	case "MPI_COMM_WORLD":
		c = world(o.reading)
		c.Header = object.Predefined(p)
	case "MPI_COMM_SELF":
		c.ID = object.HashID("self", o.reading.World)
		c.Members = []int32{int32(o.reading.World)}
	}
	return c
}

// predefOps are the predefined operations, which all ranks share; by ID.
var predefOps sync.Map

func predefOp(p *calls.Predef) *Operation {
	o, ok := predefOps.Load(p.ID)
	if !ok {
		o, _ = predefOps.LoadOrStore(p.ID, &Operation{Header: object.Predefined(p)})
	}
	return o.(*Operation)
}

// World returns MPI_COMM_WORLD, also where a process knows sessions only.
func (o *Objects) World() *Comm {
	if o.world == nil {
		o.world = world(o.reading)
	}
	return o.world
}
