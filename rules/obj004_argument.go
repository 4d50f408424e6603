package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/words"
)

// BadArgument is an argument that the standard excludes.
var BadArgument = &Rule{
	ID:       "OBJ004",
	MPI:      "1.0",
	Title:    "argument that the standard excludes",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     citesOf(argumentClauses),
	Says: "An argument names an object of the kind, and a value in the range, that the description of its call asks " +
		"for.",
	Clauses: clausesOf(argumentClauses),
	Doc: "The argument has no meaning: a rank outside the group, a coordinate outside the grid, a communicator " +
		"without the topology that the call asks about, an attribute key of another kind of object. Libraries " +
		"without checks read or write memory that they should not, or return a wrong rank.",
	Advice: "Compute the argument so that it is in the range that the message names, or pass the object of the kind " +
		"that it asks for.",
	Silent: []string{
		"MPI_PROC_NULL in MPI_Group_translate_ranks; ranges with a negative stride",
		"coordinates outside a periodic dimension; shifts by 0 and by more than the grid",
		"leaders, peer communicators and maxprocs on ranks where they are not significant",
		"MPI_UNDEFINED as a color",
		"a topology that MPI_Comm_dup has copied",
		"packed data that ends where its buffer ends, and data without bytes at its end",
		"data of count 0 at NULL, and MPI_BOTTOM with a datatype that holds absolute addresses",
		"MPI_Free_mem of NULL",
		"arrays of MPI_Type_get_contents that are longer than they need to be",
		"an attribute key with the number of a key of another kind, where both exist",
		"MPI_GROUP_EMPTY, info objects and error handlers beside objects of any session",
		"objects of a finalized session that are freed",
	},
	Limit: "Groups, communicators and keys that were not created by a recorded call are not checked, nor are the " +
		"weights of graphs and the arguments of MPI_Comm_spawn_multiple, nor the arrays of MPI_Type_get_contents " +
		"where a large count is involved. A grid with a dimension of 0 is a warning, and so is the number of a " +
		"process set beyond what MPI_Session_get_num_psets has returned: the session may have got more of them " +
		"since. Which session an object comes from is not looked at in messages, collective calls on one " +
		"communicator, and calls on windows and files. Roots, counts and buffers of collective calls are COLL005, " +
		"attribute keys of windows WIN015, arguments of datatype constructors OBJ006, null and freed handles " +
		"OBJ001. Absolute addresses in datatypes are recognized as by MSG003; other addresses than NULL are not " +
		"checked.",
	On:    slices.Sorted(maps.Keys(argumentChecks)),
	Check: func(p *Pass) { argumentChecks[p.Call.Kind](p) },
}

// argumentChecks are the checks of OBJ004, by call.
var argumentChecks = checksOf(argumentClauses)

// argumentClauses are the requirements of OBJ004.
var argumentClauses = []checkedClause{
	{Clause{"MPI-4.1, Group Constructors; Group Accessors; Communicator Constructors",
		"Ranks of a group lie in it, each is named once, and a communicator is created for a part of its own group."},
		groupChecks},
	{Clause{"MPI-4.1, Communicator Constructors; Inter-Communicator Operations",
		"A call takes an intercommunicator or an intracommunicator, as its description says. Leaders are ranks of " +
			"their groups, which have no process in common. Colors and tags are not negative."},
		commChecks},
	{Clause{"MPI-4.1, Topology Constructors; Topology Inquiry Functions",
		"A topology function needs a communicator with that topology. Dimensions, coordinates and ranks lie in the " +
			"topology, and a grid or graph has no more nodes than the communicator has processes."},
		topologyChecks},
	{Clause{"MPI-4.1, Caching; Error Handlers for Communicators",
		"An attribute key or an error handler is of the kind of object that it is used with. Predefined attributes " +
			"are read-only."},
		attributeChecks},
	{Clause{"MPI-4.1, Pack and Unpack",
		"Packed data lies in its buffer, other data in memory, and no size or count is negative."},
		packChecks},
	{Clause{"MPI-4.1, Memory Allocation",
		"MPI_Free_mem takes memory that MPI_Alloc_mem has returned, once. A size is not negative."},
		memoryChecks},
	{Clause{"MPI-4.1, The Info Object",
		"A key and its value are shorter than MPI_MAX_INFO_KEY and MPI_MAX_INFO_VAL. A key that is deleted, or asked " +
			"for by its number, exists."},
		infoChecks},
	{Clause{"MPI-4.1, Decoding a Datatype",
		"MPI_Type_get_contents takes a datatype that a constructor has made, and arrays with room for all that " +
			"MPI_Type_get_envelope has announced."},
		contentsChecks},
	{Clause{"MPI-4.1, Predefined Reduction Operations; Process-Local Reduction",
		"A predefined operation is applied to the datatypes that it is defined for. The count is not negative."},
		reductionChecks},
	{Clause{"MPI-4.1, User-Defined Reduction Operations; Error Handling",
		"The function of an operation or of an error handler exists."},
		functionChecks},
	{Clause{"MPI-4.1, Multiple Completions; Partitioned Communication",
		"The number of requests or of partitions is not negative."}, countChecks},
	{Clause{"MPI-4.1, The Sessions Model", "The objects of a call come from one active session, or from MPI_Init."},
		sessionChecks},
	{Clause{"MPI-4.1, Runtime Query Functions", "Process sets are numbered from 0 to one less than their number."},
		setChecks},
	{Clause{"MPI-4.1, Error Classes, Error Codes, and Error Handlers",
		"Strings are added to, and removed from, error classes and codes that the program has added."},
		errorChecks},
}

// existing returns a communicator if its group is known; otherwise nil.
func existing(c *objects.Comm) *objects.Comm {
	if c == nil || !c.Alive() || len(c.Members) == 0 {
		return nil
	}
	return c
}

// notNegative reports the first of the named arguments that is below 0.
func notNegative(names ...string) func(*Pass) {
	return func(p *Pass) {
		for _, name := range names {
			if v := p.Call.Arg(name); v < 0 {
				p.Report(nil, "%s with %s %d", p.Call.Kind, name, v)
				return
			}
		}
	}
}

// packChecks check calls that pack data.
var packChecks = map[calls.Kind]func(*Pass){
	calls.Pack: withData("inbuf", "incount",
		packed("incount", "outsize", "MPI_Pack of %s at position %d into a buffer of %s")),
	calls.PackSize:         notNegative("incount"),
	calls.PackExternal:     withData("inbuf", "incount", notNegative("incount", "outsize", "position")),
	calls.PackExternalSize: notNegative("incount"),
	calls.Unpack: withData("outbuf", "outcount",
		packed("outcount", "insize", "MPI_Unpack of %s from position %d of a buffer of %s")),
	calls.UnpackExternal: withData("outbuf", "outcount", notNegative("outcount", "insize", "position")),
}

// memoryChecks check calls that allocate memory.
var memoryChecks = map[calls.Kind]func(*Pass){
	calls.AllocMem: notNegative("size"),
	calls.FreeMem:  checkFreeMem,
}

// infoChecks check calls on info objects.
var infoChecks = map[calls.Kind]func(*Pass){
	calls.InfoGet:       notNegative("valuelen"),
	calls.InfoGetString: notNegative("buflen"),
	calls.InfoGetNthkey: checkNthKey,
	calls.InfoSet:       checkInfoSet,
	calls.InfoDelete:    checkInfoDelete,
}

// contentsChecks check calls that decode datatypes.
var contentsChecks = map[calls.Kind]func(*Pass){calls.TypeGetContents: checkContents}

// reductionChecks check reductions without communication.
var reductionChecks = map[calls.Kind]func(*Pass){calls.ReduceLocal: checkReduceLocal}

// functionChecks check calls that take a function of the program.
var functionChecks = map[calls.Kind]func(*Pass){
	calls.OpCreate:                needsFunction("user_fn"),
	calls.CommCreateErrhandler:    needsFunction("comm_errhandler_fn"),
	calls.FileCreateErrhandler:    needsFunction("file_errhandler_fn"),
	calls.WinCreateErrhandler:     needsFunction("win_errhandler_fn"),
	calls.SessionCreateErrhandler: needsFunction("session_errhandler_fn"),
}

// countChecks check numbers of requests and partitions.
var countChecks = map[calls.Kind]func(*Pass){
	calls.Waitall:   notNegative("count"),
	calls.Waitany:   notNegative("count"),
	calls.Waitsome:  notNegative("incount"),
	calls.Testall:   notNegative("count"),
	calls.Testany:   notNegative("count"),
	calls.Testsome:  notNegative("incount"),
	calls.Startall:  notNegative("count"),
	calls.PsendInit: notNegative("partitions"),
	calls.PrecvInit: notNegative("partitions"),
}

// withData checks that elements of a datatype are in memory; if they are, it makes the other checks.
func withData(buf, count string, others func(*Pass)) func(*Pass) {
	return func(p *Pass) {
		d := p.Rank.Objects.Types.Lookup(p.Call.Arg("datatype"))
		if !reportNowhere(p, buf, p.Call.Arg(buf), p.Call.Arg(count), d) {
			others(p)
		}
	}
}

// packed checks that packed data lies within its buffer. No MPI packs data into fewer bytes than the data has.
func packed(count, size, text string) func(*Pass) {
	least := notNegative(count, size, "position")
	return func(p *Pass) {
		n, room, position := p.Call.Arg(count), p.Call.Arg(size), p.Call.Arg("position")
		d := p.Rank.Objects.Types.Lookup(p.Call.Arg("datatype"))
		if n < 0 || room < 0 || position < 0 || d == nil || d.Unknown || !d.Alive() || p.Call.Large {
			least(p)
			return
		}
		if bytes := datatype.MulSat(n, d.Size); bytes > room-position {
			p.Report(nil, text, words.Count(bytes, "byte"), position, words.Count(room, "byte"))
		}
	}
}

// checkFreeMem reports memory that is not from MPI_Alloc_mem, or that has been freed already.
func checkFreeMem(p *Pass) {
	base := p.Call.Arg("base")
	freed, not := p.Rank.Memory.NotAllocated(base)
	if !not || base == 0 {
		return
	}
	for _, w := range p.Rank.Windows.Living() {
		if w.Base == base && w.Flavor != op.Created && w.Flavor != op.Dynamic && w.Size > 0 {
			p.Report([]Related{At(roleCreated, w.Made, "the memory was allocated here")},
				"MPI_Free_mem of the memory of %s, which MPI_Win_free frees", w.Label)
			return
		}
	}
	if !freed.IsZero() {
		p.Report([]Related{At(roleFreed, freed, "it was freed here")}, "MPI_Free_mem of memory that is already freed")
		return
	}
	p.Report(nil, "MPI_Free_mem of memory that MPI_Alloc_mem has not returned")
}

func needsFunction(name string) func(*Pass) {
	return func(p *Pass) {
		if p.Call.Arg(name) == 0 {
			p.Report(nil, "the function %s of %s is NULL", name, p.Call.Kind)
		}
	}
}

// checkContents reports MPI_Type_get_contents of a predefined datatype, and arrays that are shorter than
// MPI_Type_get_envelope says.
func checkContents(p *Pass) {
	if d := p.Rank.Objects.Types.Lookup(p.Call.Arg("datatype")); d != nil && d.Predef != nil && d.Alive() &&
		!parametrized(d) {
		p.Report(nil, "MPI_Type_get_contents of %s, which is predefined: ask MPI_Type_get_envelope for the combiner "+
			"first", d)
		return
	}
	names := []string{"max_integers", "max_addresses", "max_datatypes"}
	d := p.Rank.Objects.Types.Lookup(p.Call.Arg("datatype"))
	has, known := d.Envelope()
	if !known || !d.Alive() || p.Call.Large || p.Rank.Gaps() {
		notNegative(names...)(p)
		return
	}
	for i, n := range []int64{has.Integers, has.Addresses, has.Datatypes} {
		if given := p.Call.Arg(names[i]); given < n {
			p.Report(madeAt(d), "MPI_Type_get_contents of %s with %s %d, but "+
				"MPI_Type_get_envelope returns %d", d, names[i], given, n)
			return
		}
	}
}

// checkReduceLocal checks the operation of MPI_Reduce_local; OBJ001 checks that it exists.
func checkReduceLocal(p *Pass) {
	if p.Call.Arg("count") < 0 {
		notNegative("count")(p)
		return
	}
	d := p.Rank.Objects.Types.Lookup(p.Call.Arg("datatype"))
	x := p.Rank.Objects.OpOf(p.Call.In[p.Call.Sem.Op])
	if usual(d) && x != nil && x.Predef != nil { // a function of the program may ignore its arguments
		for _, buf := range []string{"inbuf", "inoutbuf"} {
			if reportNowhere(p, buf, p.Call.Arg(buf), p.Call.Arg("count"), d) {
				return
			}
		}
	}
	undefinedReduction(p)
}

// checkInfoDelete reports a key that the info object does not have.
func checkInfoDelete(p *Pass) {
	i := p.Rank.Objects.InfoOf(p.Call.Arg("info"))
	if i == nil || !i.Alive() || i.Unknown || p.Rank.Gaps() {
		return
	}
	s := stringsOf(p)
	if len(s) == 0 {
		return
	}
	key := strings.TrimSpace(s[0]) // without the blanks around it, as in some libraries
	for k := range i.KV {
		if strings.TrimSpace(k) == key {
			return
		}
	}
	p.Report(nil, "MPI_Info_delete of the key %q, which the info object does not have", s[0])
}

func checkNthKey(p *Pass) {
	n, i := p.Call.Arg("n"), p.Rank.Objects.InfoOf(p.Call.Arg("info"))
	switch {
	case n < 0:
		p.Report(nil, "MPI_Info_get_nthkey with n %d", n)
	case i == nil || !i.Alive() || i.Unknown || p.Rank.Gaps():
	case n >= int64(len(i.KV)):
		p.Report(nil, "MPI_Info_get_nthkey with n %d, but the info object has %s, numbered from 0",
			n, words.Count(int64(len(i.KV)), "key"))
	}
}

func checkInfoSet(p *Pass) {
	f := p.Rank.Flavour
	s := stringsOf(p)
	if len(s) < 2 {
		return
	}
	if n := int64(len(s[0])); n >= f.MaxInfoKey {
		p.Report(nil, "the key of MPI_Info_set has %d characters: there may be %d "+
			"(MPI_MAX_INFO_KEY - 1)", n, f.MaxInfoKey-1)
	}
	if n := int64(len(s[1])); n >= f.MaxInfoVal {
		p.Report(nil, "the value of MPI_Info_set has %d characters: there may be %d "+
			"(MPI_MAX_INFO_VAL - 1)", n, f.MaxInfoVal-1)
	}
}
