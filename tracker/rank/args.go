package rank

import (
	"hash/fnv"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// hasArgs says for each kind of call whether it is collective and has arguments that must agree between the ranks.
var hasArgs = func() *[calls.MaxKind]bool {
	var t [calls.MaxKind]bool
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		t[s.Kind] = s.Ordered && (s.Epoch == calls.EpochFence || s.Over == calls.ClassFile && fileArgs[s.Kind] != nil ||
			s.Makes == calls.ClassWin || objects.CreatesComm(s) || s.Root >= 0 || s.Exchange != calls.NoExchange)
	}
	return &t
}()

// agree fills a with the arguments of a collective call that must agree between the ranks.
func (o teller) agree(r *Rank, c *call.Call, a *op.Args) {
	s := c.Sem
	a.Root = -1
	switch {
	case !hasArgs[c.Kind]:
		return
	case s.Epoch == calls.EpochFence:
		a.Assert, a.Puts = c.In[s.Assert], o.KeepPuts(c.Win.Fence.Puts)
		return
	case s.Over == calls.ClassFile:
		a.File = &op.FileArgs{EExtent: -1}
		fileArgs[c.Kind](r, c, a.File)
		return
	case s.Makes == calls.ClassWin:
		a.Win = &op.WinArgs{Size: c.Arg("size"), DispUnit: c.Arg("disp_unit"),
			Info: r.Objects.InfoContent(c.Arg("info"))}
		return
	case objects.CreatesComm(s):
		a.Comm = r.Objects.CommArgs(&c.Call, c.Comm)
		return
	}
	if s.Root >= 0 {
		a.Root = c.In[s.Root]
	}
	if s.Op >= 0 {
		switch o := r.Objects.OpOf(c.In[s.Op]); {
		case o == nil || !o.Alive():
		case o.Predef != nil:
			a.Op = o.Predef
		case o.Commutes:
			a.OwnOp = op.Commutes
		default:
			a.OwnOp = op.DoesNotCommute
		}
	}
	if s.Exchange != calls.NoExchange {
		a.Exchange = r.Messages.Exchange(&c.Call, c.Comm, &c.Used.Parts)
	}
}

// fileArgs fills, by kind of call, the arguments of a collective file call that must agree between the ranks.
var fileArgs = map[calls.Kind]func(*Rank, *call.Call, *op.FileArgs){
	calls.FileSetSize:     func(_ *Rank, c *call.Call, a *op.FileArgs) { a.Value = c.Arg("size") },
	calls.FilePreallocate: func(_ *Rank, c *call.Call, a *op.FileArgs) { a.Value = c.Arg("size") },
	calls.FileSetAtomicity: func(_ *Rank, c *call.Call, a *op.FileArgs) {
		if c.Arg("flag") != 0 {
			a.Value = 1
		}
	},
	calls.FileSeekShared: func(_ *Rank, c *call.Call, a *op.FileArgs) {
		a.Value, a.Whence = c.Arg("offset"), c.Arg("whence")
	},
	calls.FileSetInfo: func(r *Rank, c *call.Call, a *op.FileArgs) {
		a.Hints = r.Objects.InfoContent(c.Arg("info"))
	},
	calls.FileSetView: func(r *Rank, c *call.Call, a *op.FileArgs) {
		a.Hints = r.Objects.InfoContent(c.Arg("info"))
		if d := r.Objects.Types.Lookup(c.Arg("etype")); d != nil && !d.Unknown && !d.Null() {
			a.EExtent = d.Extent
		}
		a.Datarep, _ = c.Text()
	},
}

// viewOf returns the view that a call to MPI_File_set_view sets.
func (r *Rank) viewOf(c *call.Call) op.ViewSet {
	e, f := r.Objects.Types.Lookup(c.Arg("etype")), r.Objects.Types.Lookup(c.Arg("filetype"))
	return op.ViewSet{Number: c.File.View.Sets + 1, Disp: c.Arg("disp"), EType: e.String(), FType: f.String(),
		ELayout: layoutKey(e), FLayout: layoutKey(f)}
}

// maxViewSegments bounds the segments of a filetype that are compared.
const maxViewSegments = 4096

// layoutKey returns a hash of a datatype's layout, equal for datatypes of the same layout; 0 if the layout is unknown.
func layoutKey(d *datatype.Type) uint64 {
	if d == nil || d.Unknown || d.Null() {
		return 0
	}
	h := fnv.New64a()
	put := func(v ...int64) {
		for _, x := range v {
			object.PutWord(h, x)
		}
	}
	put(d.Size, d.LB, d.Extent)
	if !datatype.Segments(d, 1, maxViewSegments, func(lo, hi int64) { put(lo, hi) }) {
		return 0
	}
	return max(h.Sum64(), 1)
}
