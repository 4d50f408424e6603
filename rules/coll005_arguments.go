package rules

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// collArgument is an argument that no collective call may have.
var collArgument = &Rule{
	ID:       "COLL005",
	MPI:      "1.0",
	Title:    "argument that a collective call cannot have",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Collective Communication; Process Manager Interface; Establishing Communication",
	Says: "The root is a rank of the communicator, counts are not negative, datatypes are committed and not freed, " +
		"the operation exists and is defined for the datatype, and buffers hold the data.",
	Doc: "The call has no meaning with the value of an argument. MPI libraries may check the value and abort; " +
		"libraries that do not check it crash, hang, or combine elements of another type than the operation expects.",
	Advice: "Correct the argument that the message names.",
	Silent: []string{
		"arguments that are significant only at the root, on other ranks",
		"MPI_ROOT and MPI_PROC_NULL as the root on an intercommunicator",
		"user-defined operations on any datatype",
		"NULL buffers with a count of 0",
		"MPI_BOTTOM with a datatype that holds absolute addresses",
		"datatypes of MPI_Alltoallw whose count is 0",
	},
	Limit: "Objects that were not created by a recorded call are not checked, nor are addresses other than NULL, " +
		"except where absolute addresses in a datatype are added to the address of a buffer, as in MSG003. Integers " +
		"of C and Fortran count as one class, and so do logicals.",
	On:        append(slices.Clone(collectiveData), meetingProcesses...),
	Arguments: true,
	Check:     checkCollArgument,
}

// collectiveData are the calls of collective communication that move data.
var collectiveData = kindsWhere(func(s *calls.Sem) bool { return s.Exchange != calls.NoExchange })

// meetingProcesses are the calls with a root that start processes or connect to other processes.
var meetingProcesses = kindsWhere(func(s *calls.Sem) bool { return s.Root >= 0 && s.Exchange == calls.NoExchange })

func checkCollArgument(p *Pass) {
	c := p.Call
	if c.Comm == nil || !c.Comm.Alive() || c.Comm.Inter && c.Sem.Exchange == calls.NoExchange || wrongRoot(p) {
		return
	}
	reported := false
	for i := range c.Sem.Buffers {
		part, use := p.Rank.Part(c, i)
		if use == op.Used && !reported {
			reported = wrongPart(p, part)
		}
	}
	if c.Sem.Op >= 0 && !reported {
		wrongReduction(p)
	}
}

// wrongRoot reports a root that is not a rank of the communicator.
func wrongRoot(p *Pass) bool {
	c, f := p.Call, p.Rank.Flavour
	if c.Sem.Root < 0 || len(c.Comm.Members) == 0 {
		return false
	}
	root, n, of := c.In[c.Sem.Root], len(c.Comm.Members), "the communicator"
	if c.Comm.Inter {
		n, of = len(c.Comm.Remote), "the remote group"
		if root == f.Root || root == f.ProcNull {
			return false
		}
	}
	if n == 0 || root >= 0 && root < int64(n) {
		return false
	}
	switch root {
	case f.Root:
		p.Report(nil, "%s with root MPI_ROOT, which is only for intercommunicators", c.Kind)
	case f.ProcNull:
		p.Report(nil, "%s with root MPI_PROC_NULL, which is only for intercommunicators", c.Kind)
	default:
		p.Report(nil, "%s with root %d, but the ranks of %s are 0 to %d", c.Kind, root, of, n-1)
	}
	return true
}

// wrongPart reports an invalid count, datatype or address.
func wrongPart(p *Pass, part *messages.Part) bool {
	s := p.Call.Sem
	inPlace := part.InPlace && s.Op < 0 // then count and datatype are ignored
	if inPlace {
		return false
	}
	name := s.Enter[part.Spec.Addr]
	if !part.Arrays() {
		return wrongBlock(p, part, name, onlyBlock)
	}
	if i := part.Negative(); i >= 0 {
		return wrongBlock(p, part, name, i)
	}
	if !part.Typed() {
		return wrongBlock(p, part, name, onlyBlock)
	}
	for i := range part.Blocks {
		if n, d := part.Block(i); n > 0 && !d.Usable() {
			return wrongBlock(p, part, name, i)
		}
	}
	return nullPart(p, part, name)
}

const onlyBlock = -1

// wrongBlock reports errors of block i of a buffer, or of its only block.
func wrongBlock(p *Pass, part *messages.Part, name string, i int) bool {
	n, d, where := part.Count, part.Type, ""
	if i != onlyBlock {
		n, d = part.Block(i)
		where = fmt.Sprintf(" in block %d", i)
	}
	k := p.Call.Kind
	switch {
	case part.Blocks == 0:
		return false
	case n < 0:
		p.Report(nil, "%s with the negative count %d for %s%s", k, n, name, where)
	case d.Usable():
		return i == onlyBlock && nullPart(p, part, name)
	default:
		reportUnusable(p, "datatype for "+name+where, d)
	}
	return true
}

// nullPart reports a buffer that has data at address NULL, or at the sum of two addresses.
func nullPart(p *Pass, part *messages.Part, name string) bool {
	if part.Addr != 0 {
		return addressedPart(p, part, name)
	}
	if part.InPlace || p.Call.IgnoresResult() && part.Spec.Writes {
		return false
	}
	var null *datatype.Type
	part.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
		if dataNearNull(addr, n, d) {
			null = d
		}
		return null == nil
	})
	switch {
	case null == nil:
		return false
	case hasOffsets(null):
		reportAddressed(p, byVariable, null, relativeText, p.Call.Kind, name)
	default:
		p.Report(nil, "%s with %s NULL, but data to move", p.Call.Kind, name)
	}
	return true
}

func addressedPart(p *Pass, part *messages.Part, name string) bool {
	if !part.Typed() && !reachesAddresses(part.Type) || part.InPlace || p.Call.IgnoresResult() && part.Spec.Writes {
		return false
	}
	var found *datatype.Type
	part.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
		if addressedTwice(p, addr, n, d) || mixesAddresses(p, addr, n, d) {
			found = d
		}
		return found == nil
	})
	switch {
	case found == nil:
	case atAddresses(found):
		reportAddressed(p, byAddresses, found, absoluteText, p.Call.Kind, name)
	default:
		reportAddressed(p, byDifference, found, mixedText, p.Call.Kind, name)
	}
	return found != nil
}

// wrongReduction reports an operation that does not exist, or that is not defined
// for the datatype.
func wrongReduction(p *Pass) {
	c := p.Call
	if _, use := p.Rank.Part(c, 0); use != op.Used {
		if _, use = p.Rank.Part(c, 1); use != op.Used {
			return
		}
	}
	switch x := p.Rank.Objects.OpOf(c.In[c.Sem.Op]); {
	case x == nil:
		reportUnsetOp(p)
		return
	case x.Predef == opNull:
		p.Report(nil, "%s with MPI_OP_NULL", c.Kind)
		return
	case !x.Alive():
		p.Report([]Related{At(roleFreed, x.Freed, "the operation was freed here")},
			"%s with an operation that is already freed", c.Kind)
		return
	}
	undefinedReduction(p)
}

// undefinedReduction reports a predefined operation that is not defined for the datatype.
func undefinedReduction(p *Pass) {
	c := p.Call
	x := p.Rank.Objects.OpOf(c.In[c.Sem.Op])
	switch {
	case x == nil || x.Predef == nil || x.Predef == opNull:
		return
	case x.Predef == opNoOp || x.Predef == opReplace:
		p.Report(nil, "%s with %s, which is only for accumulates on windows", c.Kind, x)
		return
	}
	d := p.Rank.Objects.Types.Lookup(c.Arg("datatype"))
	switch t, one := datatype.BasicType(d); {
	case t == nil:
	case one && !opTakes(x.Predef, t.Group):
		p.Report(nil, "%s with %s on %s, for which the operation is not defined", c.Kind, x, t.Name)
	case builtFrom(d):
		p.Report(madeAt(d), "%s with %s on %s: predefined operations take predefined datatypes only", c.Kind, x, d)
	}
}

// builtFrom reports whether the program has built the datatype from others. A copy of a datatype counts as the
// original.
func builtFrom(d *datatype.Type) bool { return !d.Unknown && d.Kind != calls.TypeDup && derived(d) }
