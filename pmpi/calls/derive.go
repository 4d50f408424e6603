package calls

import (
	"fmt"
	"slices"
	"strings"
)

var sems = func() *[MaxKind]*Sem {
	var t [MaxKind]*Sem
	for i := range t {
		t[i] = unknown
	}
	for i := range Table {
		t[Table[i].Kind] = Table[i].sem()
	}
	for i := range Table {
		if r := &Table[i]; r.Begun != 0 {
			t[r.Begun].IO.Half, t[r.Begun].IO.Partner = SplitBegin, r.Kind
		}
	}
	for i := range Table { // last, because Until depends on the other columns
		r := &Table[i]
		s := t[r.Kind]
		s.Buffers = r.buffersOf(s)
		s.Amount = s.amount()
		s.Exchange = s.exchange()
	}
	return &t
}()

// newSem returns the meaning of a call before anything is known about it.
func newSem(k Kind) *Sem {
	none := Elements{-1, -1, -1}
	return &Sem{Kind: k, As: k,
		Comm: -1, Win: -1, File: -1, Request: -1, Requests: -1, Message: -1,
		Dest: -1, Source: -1, SendTag: -1, RecvTag: -1, Root: -1, Op: -1, Target: -1, Group: -1, Assert: -1,
		Origin: none, Result: none, Remote: none, Compare: -1, Offset: -1, Buf: none, Mapped: -1, Digest: -1,
		MakesOut: -1, FreesArg: -1, Keyval: -1, Amount: -1,
		StartsOut: -1, StartsArg: -1, Flag: -1, Index: -1, OutCount: -1, Status: -1, StatusArg: -1, Got: -1}
}

// sem derives the meaning of the call from the row, except its buffers.
func (r *Row) sem() *Sem {
	s := newSem(r.Kind)
	s.Match, s.Flow, s.Blocks, s.Send = r.Match, r.Flow, r.Blocks, r.Send
	s.Existing, s.Attr, s.Topology, s.Idle = r.Existing, r.Attr, r.Topology, r.Idle
	s.Persistent, s.Completes, s.Keeps, s.Step = r.Persistent, r.Completes, r.Keeps, r.Step
	s.Epoch, s.RMA, s.Job, s.Anytime = r.Epoch, r.RMA, r.Job, r.Anytime
	if r.As != 0 {
		s.As = r.As
	}
	r.words(s)
	r.inputs(s)
	r.collective(s)
	r.makes(s)
	r.frees(s)
	r.keys(s)
	r.requests(s)
	r.extra(s)
	r.statuses(s)
	r.access(s)
	s.Quiet = s.quiet()
	s.Family = r.family(s)
	return s
}

// words names the arguments that the records hold.
func (r *Row) words(s *Sem) {
	for _, a := range r.Params(false) {
		s.Enter = append(s.Enter, a.Name)
		if a.Scalar() {
			s.Leave = append(s.Leave, a.Name)
		}
		switch {
		case a.Capture && a.Dir == Out:
			s.LeaveBlob = append(s.LeaveBlob, a.Name)
		case a.Capture:
			s.EnterBlob = append(s.EnterBlob, a.Name)
		}
	}
}

// extra adds the names of the words that the wrapper adds to the records.
func (r *Row) extra(s *Sem) {
	s.Enter = append(s.Enter, strings.Fields(r.Enter)...)
	s.Leave = append(s.Leave, strings.Fields(r.Leave)...)
	if r.Rec != Both {
		return
	}
	switch s.Makes {
	case ClassDatatype:
		s.Leave = append(s.Leave, "size", "lb", "extent", "true_lb", "true_extent")
	case ClassWin:
		s.Leave = append(s.Leave, "model")
		if r.Kind == WinCreate || r.Kind == WinAllocate {
			s.Leave = append(s.Leave, "placed") // the address at which the library has placed the window
		}
	case ClassComm:
		s.Leave = append(s.Leave, "inter", "rank")
		s.LeaveBlob = append(s.LeaveBlob, "members", "remote")
		if r.Topology != NoTopology && r.Topology != TopologyParent {
			s.LeaveBlob = append(s.LeaveBlob, "sources", "destinations")
		}
	case ClassGroup:
		s.LeaveBlob = append(s.LeaveBlob, "members")
	}
}

// index returns the position of the first argument that fits; -1: none.
func (r *Row) index(fits func(Arg) bool) int8 {
	for n, a := range r.Params(false) {
		if fits(a) {
			return int8(n)
		}
	}
	return -1
}

// at returns the position of the argument with the first of the names that any argument has; -1: none.
func (r *Row) at(names ...string) int8 {
	return r.first(names, func(Arg) bool { return true })
}

// input is like at, but finds only single values that are passed to the call.
func (r *Row) input(names ...string) int8 {
	return r.first(names, func(a Arg) bool { return a.Dir == In && !a.Pointer() })
}

// array is like at, but finds only arrays.
func (r *Row) array(names ...string) int8 {
	return r.first(names, func(a Arg) bool { return a.Array != "" })
}

func (r *Row) first(names []string, fits func(Arg) bool) int8 {
	for _, n := range names {
		if i := r.index(func(a Arg) bool { return a.Name == n && fits(a) }); i >= 0 {
			return i
		}
	}
	return -1
}

// given returns the position of the first handle of a class that is passed to the
// call, single or in an array.
func (r *Row) given(class Class, array bool) int8 {
	return r.index(func(a Arg) bool { return a.Class() == class && a.Dir != Out && (a.Array != "") == array })
}

func (r *Row) inputs(s *Sem) {
	s.Comm, s.Win, s.File = r.given(ClassComm, false), r.given(ClassWin, false), r.given(ClassFile, false)
	s.Request, s.Requests = r.given(ClassRequest, false), r.given(ClassRequest, true)
	s.Message, s.Group = r.given(ClassMessage, false), r.given(ClassGroup, false)
	s.Root, s.Op, s.Assert = r.at("root"), r.given(ClassOp, false), r.at("assert")
	if s.Win >= 0 {
		s.Target = r.at("target_rank", "rank")
	}
	s.Dest, s.Source = r.at("dest"), r.input("source")
	s.SendTag, s.RecvTag = r.at("sendtag"), r.at("recvtag")
	if s.Dest >= 0 && s.SendTag < 0 {
		s.SendTag = r.at("tag")
	}
	if s.Source >= 0 && s.RecvTag < 0 {
		s.RecvTag = r.at("tag")
	}
}

func (r *Row) collective(s *Sem) {
	if r.Over == "" {
		return
	}
	s.Over = r.arg(r.Over).Class()
	s.Ordered = !r.Unordered
	if s.Match == NotMatched {
		s.Match = MatchCollective
	}
	if s.Blocks == NeverBlocks && (r.out(ClassRequest) < 0 || s.Persistent) {
		s.Blocks = BlocksOnPartners
	}
	for i, name := range s.Enter {
		if name == "root" || int8(i) == s.Op || named(r.Same, name) {
			s.Same = append(s.Same, int8(i))
		}
	}
}

// out returns the result that is a handle of the class; -1: none.
func (r *Row) out(class Class) int8 {
	n := int8(0)
	for _, a := range r.Args() {
		if !a.Scalar() {
			continue
		}
		if a.Dir == Out && a.Class() == class {
			return n
		}
		n++
	}
	return -1
}

func (r *Row) makes(s *Sem) {
	if r.Makes != "" {
		s.Makes, s.MakesOut = r.arg(r.Makes).Class(), int8(s.LeaveWord(r.Makes))
		return
	}
	for _, a := range r.Args() {
		switch class := a.Class(); {
		case a.Dir != Out || !a.IsHandle() || class == ClassRequest:
		case a.Array != "":
			s.HandsOut = class
		case s.Makes == 0:
			s.Makes, s.MakesOut = class, r.out(class)
		}
	}
}

func (r *Row) frees(s *Sem) {
	if r.Frees != "" {
		s.Frees, s.FreesArg = r.arg(r.Frees).Class(), r.at(r.Frees)
	}
}

// keys derives the class of the objects that a key or an error handler is
// for: the names of keys and callbacks begin with it.
func (r *Row) keys(s *Sem) {
	for _, a := range r.Args() {
		name := ""
		switch {
		case a.Class() == ClassKeyval:
			if a.Dir == Out {
				s.Keyval = s.MakesOut
			} else {
				s.Keyval = r.at(a.Name)
			}
			name = strings.TrimSuffix(a.Name, "keyval")
		case strings.HasSuffix(a.Type, "errhandler_function"):
			name = strings.TrimPrefix(a.Type, "MPI_")
		default:
			continue
		}
		s.For = ClassComm
		for prefix, class := range map[string]Class{
			"win_": ClassWin, "file_": ClassFile, "type_": ClassDatatype, "session_": ClassSession,
		} {
			if strings.HasPrefix(strings.ToLower(name), prefix) {
				s.For = class
			}
		}
	}
}

func (r *Row) requests(s *Sem) {
	s.Partitioned = r.at("partitions") >= 0
	s.Flag, s.Index = int8(s.LeaveWord("flag")), int8(s.LeaveWord("index"))
	s.OutCount = int8(s.LeaveWord("outcount"))
	if s.StartsOut = r.out(ClassRequest); s.StartsOut >= 0 {
		s.Starts, s.StartsArg = s.operation(), r.at(s.Leave[s.StartsOut])
	}
	asks := s.Completes != CompletesNone || s.Match == MatchProbe || s.Step == RequestArrived || s.Epoch == EpochTest
	s.Polls = s.Blocks == NeverBlocks && asks && (s.Flag >= 0 || s.OutCount >= 0)
}

// statuses adds the names of the results that come from the statuses of messages.
func (r *Row) statuses(s *Sem) {
	if s.Match == NotMatched && s.Completes == CompletesNone || s.File >= 0 {
		return
	}
	for i, a := range r.Args() {
		switch {
		case a.Type != "MPI_Status" || a.Dir != Out:
		case a.Array != "":
			s.Statuses, s.StatusArg = true, int8(i)
			s.LeaveBlob = append(s.LeaveBlob, "statuses")
		default:
			s.Status, s.StatusArg = int8(len(s.Leave)), int8(i)
			s.Leave = append(s.Leave, "source", "tag", "bytes")
		}
	}
}

// family returns the family that the call belongs to.
func (r *Row) family(s *Sem) Family {
	switch {
	case s.Win >= 0 || s.Makes == ClassWin:
		return FamilyRMA
	case s.File >= 0 || s.Makes == ClassFile || r.Kind == FileDelete:
		return FamilyIO
	case s.Starts == StartsMessage, s.Starts == StartsGeneral, s.Match >= MatchSend && s.Match <= MatchArrived,
		s.Completes != CompletesNone, s.Step != NoRequestStep, s.Blocks == BlocksOnMessage,
		s.Over == 0 && r.at("buffer") >= 0:
		return FamilyMessages
	case s.Job != NoJobStep || s.Makes != 0 || s.Frees != 0:
		return FamilyBase
	case s.Over == ClassComm:
		return FamilyCollectives
	case s.Attr != NoAttr || r.Rec == Local && s.For == 0:
		return FamilyObjects
	}
	return FamilyBase
}

// operation is the operation of the request that the call returns.
func (s *Sem) operation() Operation {
	switch {
	case s.RMA != NoRMA:
		return StartsRMA
	case s.File >= 0:
		return StartsIO
	case s.Makes == ClassComm:
		return StartsMakeComm
	case s.Over == ClassComm:
		return StartsCollective
	case s.Match != NotMatched:
		return StartsMessage
	}
	return StartsGeneral
}

// access derives the arguments and the kind of an access to a window or a file.
func (r *Row) access(s *Sem) {
	if s.RMA != NoRMA {
		s.Origin = Elements{r.at("origin_addr"), r.at("origin_count"), r.at("origin_datatype", "datatype")}
		s.Result = Elements{r.at("result_addr"), r.at("result_count"), r.at("result_datatype", "datatype")}
		s.Remote = Elements{r.at("target_disp"), r.at("target_count"), r.at("target_datatype", "datatype")}
		s.Compare = r.at("compare_addr")
	}
	s.IO.Pointer = r.Pointer
	if buf := r.at("buf"); s.File >= 0 && buf >= 0 {
		s.Offset, s.Buf = r.at("offset"), Elements{buf, r.at("count"), r.at("datatype")}
		s.Mapped, s.Digest = int8(s.EnterWord("mapped")), int8(s.EnterWord("digest"))
		s.IO.Data, s.IO.Write = true, r.arg("buf").Dir == In
		s.IO.Collective, s.IO.Nonblocking = s.Over != 0, s.Starts != NoOperation
	}
	if r.Begun != 0 {
		s.IO.Half, s.IO.Partner = SplitEnd, r.Begun
	}
	if i := r.at("status"); s.IO.Data && !s.IO.Write && i >= 0 {
		s.StatusArg, s.Got = i, int8(len(s.Leave))
		s.Leave = append(s.Leave, "got")
	}
}

// quiet reports whether the call only accesses memory or files: a rank can see there what other ranks have changed, but
// not which calls they have made.
func (s *Sem) quiet() bool {
	return s.Epoch.Passive() || s.IO.Data && !s.IO.Collective
}

// amount finds the count of the data that a rank contributes or receives.
func (s *Sem) amount() int8 {
	switch {
	case s.Flow == NoFlow || len(s.Buffers) == 0:
		return -1
	case s.Flow == FlowAllToRoot:
		return s.Buffers[0].Count
	}
	return s.Buffers[len(s.Buffers)-1].Count
}

// exchange derives which amounts must match.
func (s *Sem) exchange() Exchange {
	switch {
	case s.Over != ClassComm || len(s.Buffers) == 0:
		return NoExchange
	case s.Op >= 0 || len(s.Buffers) == 1:
		return ExchangeSame
	case s.Flow == FlowAllToRoot:
		return ExchangeGather
	case s.Flow == FlowRootToAll:
		return ExchangeScatter
	case s.Buffers[0].Part == OneBlock:
		return ExchangeAll
	}
	return ExchangePairs
}

// arg returns the named argument; it panics if there is none.
func (r *Row) arg(name string) Arg {
	args := r.Args()
	i := slices.IndexFunc(args, func(a Arg) bool { return a.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("calls: %s has no argument %s", r.Name(), name))
	}
	return args[i]
}

// named reports whether a list of names has this name.
func named(list, name string) bool { return slices.Contains(strings.Fields(list), name) }
