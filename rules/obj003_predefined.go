package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// predefinedFreed is a call that frees a predefined object.
var predefinedFreed = &Rule{
	ID:       "OBJ003",
	MPI:      "1.0",
	Title:    "predefined object freed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Opaque Objects; Communicator Destructors; Releasing Connections; Matching Data Types; " +
		"Constructors for Datatypes; Error Handling",
	Says: "Predefined objects must not be freed.",
	Doc: "The call frees MPI_COMM_WORLD, MPI_COMM_SELF, MPI_GROUP_EMPTY, a predefined datatype, operation, error " +
		"handler, attribute key or info object. Datatypes from MPI_Type_create_f90_real, " +
		"MPI_Type_create_f90_complex, MPI_Type_create_f90_integer and MPI_Type_match_size are predefined, too. Some " +
		"libraries return an error, others free the object: later calls then fail, or MPI_Finalize does.",
	Advice: "Free only what a call has created, and remove this call.",
	Silent: []string{
		"MPI_GROUP_EMPTY that a call on groups has returned",
		"a predefined error handler, once for each time that a call such as MPI_Comm_get_errhandler has returned it",
		"copies of predefined datatypes made by MPI_Type_dup",
	},
	Limit: "Attribute keys of windows are WIN015. Which predefined objects an MPI library has besides those of the " +
		"standard is not known.",
	On:    objectFrees,
	Check: checkPredefinedFreed,
}

// objectFrees are the calls that free an object which may be predefined.
var objectFrees = func() []calls.Kind {
	var out []calls.Kind
	for _, k := range handleUsers {
		if calls.Of(k).Frees != 0 {
			out = append(out, k)
		}
	}
	return out
}()

func checkPredefinedFreed(p *Pass) {
	u := &handleUses[p.Call.Kind][0]
	h := p.Call.In[u.arg]
	switch u.class {
	case calls.ClassKeyval:
		if p.Call.Sem.For == calls.ClassComm && p.Rank.Flavour.IsCommKeyval(h) {
			p.Report(nil, "%s of the key of a predefined attribute", p.Call.Kind)
		}
		return
	case calls.ClassGroup:
		if g := p.Rank.Objects.Group(h); g != nil && g.Returned() {
			return
		}
	case calls.ClassErrhandler:
		if e := p.Rank.Objects.ErrhandlerOf(h); e != nil && e.Borrowed() {
			return
		}
	case calls.ClassDatatype:
		reportTypeFreed(p, p.Rank.Objects.Types.Lookup(h))
		return
	}
	if o := u.head(p.Rank, p.Call); predefined(o) {
		p.Report(nil, "%s of %s", p.Call.Kind, o.Predef.Name)
	}
}

func predefined(h *object.Header) bool { return h != nil && h.Predef != nil && !h.Null() }

func reportTypeFreed(p *Pass, d *datatype.Type) {
	switch {
	case d == nil || !d.Alive():
	case parametrized(d):
		p.Report(madeAt(d), "MPI_Type_free of a predefined datatype, which %s returned", d.Kind)
	case predefined(&d.Header):
		p.Report(nil, "MPI_Type_free of %s", d)
	}
}

// parametrized reports whether a call that creates nothing returned the datatype.
func parametrized(d *datatype.Type) bool {
	switch d.Kind {
	case calls.TypeCreateF90Integer, calls.TypeCreateF90Real, calls.TypeCreateF90Complex, calls.TypeMatchSize:
		return true
	}
	return false
}
