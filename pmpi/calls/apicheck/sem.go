package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// meaning compares the meaning of a call in the table with the Forum's
// description of its arguments: buffers and how long they are in use,
// objects created and freed, requests, ranks and tags.
type meaning struct {
	p      *procedure
	s      *calls.Sem
	args   []parameter // as the enter record has them
	faults []string
}

// meanings returns the differences between the description and the table.
func meanings(p *procedure, s *calls.Sem) []string {
	m := &meaning{p: p, s: s}
	for _, a := range p.Parameters {
		if !a.LargeOnly && !strings.Contains(" "+a.Suppress+" ", " c_parameter ") && a.Kind != "VARARGS" {
			m.args = append(m.args, a)
		}
	}
	m.buffers()
	m.objects()
	m.requests()
	m.ranks()
	return m.faults
}

// must notes a fault unless the two agree.
func (m *meaning) must(agree bool, what string, args ...any) {
	if !agree {
		m.faults = append(m.faults, m.p.Name+": "+fmt.Sprintf(what, args...))
	}
}

// kind returns the kind of the argument at a position; "" for none.
func (m *meaning) kind(i int8) string {
	if i < 0 {
		return ""
	}
	return m.args[i].Kind
}

// notBuffers are calls that do not move the data of their argument of kind BUFFER: they use its memory for a window, or
// only its address.
var notBuffers = map[string]bool{
	"MPI_Free_mem": true, "MPI_Get_address": true,
	"MPI_Win_attach": true, "MPI_Win_create": true, "MPI_Win_detach": true,
}

// slips are arguments for which a flag of the description contradicts the text of the standard: buffers of partitioned
// operations are in use after the initialization, the buffer of a partitioned receive is written, as is a buffer for
// buffered sends, and a scatter fills its receive buffer on all ranks.
var slips = map[string]string{
	"MPI_Psend_init buf":        "asynchronous",
	"MPI_Precv_init buf":        "asynchronous direction",
	"MPI_Buffer_attach buffer":  "direction",
	"MPI_Scatterv_init recvbuf": "root",
}

func (m *meaning) buffers() {
	for i, a := range m.args {
		b := slices.IndexFunc(m.s.Buffers, func(b calls.Buffer) bool { return int(b.Addr) == i })
		moves := a.Kind == "BUFFER" && !notBuffers[m.p.Name] && m.s.IO.Half != calls.SplitEnd &&
			!strings.HasPrefix(m.p.Name, "MPI_T_")
		m.must(moves == (b >= 0), "%s as a buffer", a.Name)
		if b >= 0 && moves {
			m.buffer(a, &m.s.Buffers[b])
		}
	}
}

func (m *meaning) buffer(a parameter, b *calls.Buffer) {
	slip := slips[m.p.Name+" "+a.Name]
	if !strings.Contains(slip, "direction") {
		m.must(b.Reads == (a.Direction != "out"), "%s is read", a.Name)
		m.must(b.Writes == (a.Direction != "in"), "%s is written", a.Name)
	}
	if !strings.Contains(slip, "asynchronous") {
		m.must(a.Async == (b.Until != calls.UntilReturn), "how long %s is in use", a.Name)
	}
	if !strings.Contains(slip, "root") {
		m.must(a.RootOnly == (b.Role == calls.AtRoot), "%s at the root", a.Name)
	}
	for _, i := range []int8{b.Type, b.Types} {
		m.must(i < 0 || m.kind(i) == "DATATYPE", "datatype of %s", a.Name)
	}
	for _, i := range []int8{b.Count, b.Counts} {
		typed := b.Type >= 0 || b.Types >= 0
		m.must(i < 0 || strings.Contains(m.kind(i), "NUM_ELEM") == typed, "count of %s", a.Name)
	}
	m.must(b.Displs < 0 || strings.Contains(m.kind(b.Displs), "DISPLACEMENT"), "displacements of %s", a.Name)
}

// classes are the kinds of arguments that name objects.
var classes = map[string]calls.Class{
	"COMMUNICATOR": calls.ClassComm, "GROUP": calls.ClassGroup, "DATATYPE": calls.ClassDatatype,
	"FILE":       calls.ClassFile,
	"ERRHANDLER": calls.ClassErrhandler, "OPERATION": calls.ClassOp, "INFO": calls.ClassInfo, "WINDOW": calls.ClassWin,
	"SESSION": calls.ClassSession, "MESSAGE": calls.ClassMessage, "KEYVAL": calls.ClassKeyval,
	"PVAR_SESSION": calls.ClassTool, "PVAR": calls.ClassTool, "CVAR": calls.ClassTool,
	"EVENT_REGISTRATION": calls.ClassTool,
}

// kept are calls that change their object and do not free it.
var kept = map[string]bool{"MPI_Type_commit": true}

// objects compares the objects that are created, returned and freed.
func (m *meaning) objects() {
	var makes, hands, frees calls.Class
	for _, a := range m.args {
		class := classes[a.Kind]
		_, array := a.array()
		switch {
		case class == 0 || a.Direction == "in":
		case a.Direction == "inout":
			frees = class
		case array:
			hands = class
		case makes == 0:
			makes = class
		}
	}
	if kept[m.p.Name] {
		frees = 0
	}
	memory := m.s.Makes == calls.ClassMemory || m.s.Frees == calls.ClassMemory || m.s.Frees == calls.ClassRequest
	m.must(makes == m.s.Makes || memory, "makes class %d", makes)
	m.must(hands == m.s.HandsOut, "hands out class %d", hands)
	m.must(frees == m.s.Frees || memory || m.p.Name == "MPI_T_event_handle_free", "frees class %d", frees)
	first := func(kind string) int8 {
		return int8(slices.IndexFunc(m.args, func(a parameter) bool { return a.Kind == kind && a.Direction != "out" }))
	}
	m.must(m.s.Comm == first("COMMUNICATOR"), "communicator")
	m.must(m.s.Win == first("WINDOW"), "window")
	m.must(m.s.File == first("FILE"), "file")
	m.must(m.s.Group == first("GROUP"), "group")
	m.must(m.s.Op == first("OPERATION"), "operation")
	m.must(m.s.Message == first("MESSAGE"), "message")
	m.must(m.s.Assert == first("ASSERT"), "assertion")
}

func (m *meaning) requests() {
	out, one, many := false, int8(-1), int8(-1)
	for i, a := range m.args {
		_, array := a.array()
		switch {
		case a.Kind != "REQUEST":
		case a.Direction == "out":
			out = true
		case array:
			many = int8(i)
		default:
			one = int8(i)
		}
	}
	m.must(out == (m.s.Starts != calls.NoOperation), "returns a request")
	m.must(one == m.s.Request && many == m.s.Requests, "is given requests")
	flag := slices.ContainsFunc(m.args, func(a parameter) bool {
		return a.Kind == "LOGICAL" && a.Name == "flag" && a.Direction == "out"
	})
	m.must(flag == (m.s.Flag >= 0), "has a flag")
}

// ranks compares the arguments that say where a message goes.
func (m *meaning) ranks() {
	s := m.s
	for _, i := range []int8{s.Root, s.Dest, s.Source, s.Target} {
		m.must(i < 0 || strings.HasPrefix(m.kind(i), "RANK"), "argument %d is a rank", i)
	}
	for _, i := range []int8{s.SendTag, s.RecvTag} {
		m.must(i < 0 || m.kind(i) == "TAG", "argument %d is a tag", i)
	}
	for i, a := range m.args {
		if a.Kind == "TAG" && s.Match != calls.MatchGroup && s.Over == 0 {
			m.must(int8(i) == s.SendTag || int8(i) == s.RecvTag, "%s is of a message", a.Name)
		}
		if a.Kind == "RANK" && (s.Win >= 0 || s.Match.OfMessage() || a.Name == "root") {
			m.must(slices.Contains([]int8{s.Root, s.Dest, s.Source, s.Target}, int8(i)), "%s is a peer", a.Name)
		}
	}
}
