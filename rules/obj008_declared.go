package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/words"
)

// declaredType is a buffer whose declared type does not fit its datatype.
var declaredType = &Rule{
	ID:       "OBJ008",
	MPI:      "1.0",
	Title:    "declared type of a buffer does not fit the datatype",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Type Matching Rules",
	Says: "The type of a variable in the host program matches the type specified in the communication operation: " +
		"in C, a double is sent as MPI_DOUBLE.",
	Doc: "The program has declared the buffer as one type, and passes the datatype of another type. The call then " +
		"sends other data than intended, and mostly another number of bytes: half of the values if the datatype is " +
		"smaller, memory behind the array if it is larger; and a reduction takes the bytes for numbers of the wrong " +
		"type. In Fortran it is an error. In C it is a warning: a cast in the call, which gomarmot does not see, " +
		"may say that the memory holds another type than the declared type. An object of C++ with a std::vector, a " +
		"std::string, a reference or a virtual function that is sent as MPI_BYTE arrives with pointers of the " +
		"sender. A handle, such as an MPI_Comm, is an address or a number of one process, whatever datatype it is " +
		"sent as. Where only the sign differs, or a logical value is passed as an integer of its size, the bytes " +
		"arrive as they are: a note, except in calls that compute with them, where it is a warning.",
	Advice: "Pass the datatype of the buffer's declared type, or declare the buffer with the type of its contents. " +
		"The datatype of a struct of which some members are sent needs the struct's size as its extent: " +
		"MPI_Type_create_resized(type, 0, sizeof(struct cell), &cells). Of an object with pointers, send the data " +
		"that the pointers lead to, such as the elements of the std::vector.",
	Silent: []string{
		"buffers of char, of other types of one byte, and of void",
		"MPI_BYTE, MPI_PACKED, MPI_CHAR and other datatypes of one byte, but for handles, and objects of C++ that " +
			"have references, or pointers and cannot be copied byte by byte",
		"handles that a rank sends to itself",
		"unions, bit-fields, and bytes between the members of a struct",
		"complex numbers as two floating point numbers, and the reverse",
		"types of the same size and sign, such as long and long long; MPI_AINT, MPI_COUNT and MPI_OFFSET for " +
			"integers of their size",
		"structs whose members fit the datatype at their places, whatever the datatype has between members",
		"other variables that a derived datatype reaches from the first one, MPI_BOTTOM and MPI_IN_PLACE",
		"void pointers that were pointers to other types before",
		"a datatype of some members of a struct with another extent than the struct, for a single struct",
	},
	Limit: "Only in a report, and where gomarmot cc has compiled the call with the plugin or the pass, and with -g; " +
		"flang 16 writes no line numbers. Handles and pointers that are members of a plain struct are not reported " +
		"where the struct is sent as bytes: the receiver may set them again. A cast in the call is not seen: the " +
		"type of the variable counts. Buffers of persistent requests are judged where the request is created. " +
		"Behind a pointer to a struct, only the first struct is compared.",
	On:    memoryUsers,
	If:    Declares,
	Check: func(p *Pass) { p.Rank.Memory.Misdeclared(p.Call, p.misdeclared) },
}

// localHandles is the requirement on handles.
var localHandles = Clause{
	Cite: "MPI-4.1, Opaque Objects",
	Says: "An object and its handle have a meaning only in the process that has created the object.",
}

func (p *Pass) misdeclared(m *memory.Misdeclared) {
	c := p.Call
	if m.Handle {
		if !p.withItself() {
			p.add(Report{Sites: []tracker.Site{c.Site}, Object: p.object(), Clause: localHandles,
				Advice: "In place of a handle, send what the receiver needs to create or find the object itself, " +
					"such as a number of the program's own."},
				"%s of %s is declared as %s: a handle means nothing on another rank",
				[]any{c.Sem.Enter[m.Arg], c.Kind, strings.TrimSpace(m.Declared.Name)})
		}
		return
	}
	if m.Steps {
		name := strings.TrimSpace(m.Declared.Name)
		if name == "" || name == "struct" {
			name = "an unnamed struct"
		}
		p.Report(nil, "%s of %s is declared as %s, whose size is %s, but the extent of the %s is %d: elements from "+
			"the second on are taken from other "+
			"bytes; MPI_Type_create_resized sets the extent",
			c.Sem.Enter[m.Arg], c.Kind, name, words.Bytes(m.Declared.Size), typeName(m.Type), m.Type.Extent)
		return
	}
	if o := m.Owner; o != nil {
		holds := "it holds pointers, which mean"
		switch {
		case o.Reference():
			holds = fmt.Sprintf("its member %s is a reference, which means", o.Member)
		case o.Member != "":
			holds = fmt.Sprintf("its member %s, a %s, holds pointers, which mean", o.Member, o.Type)
		}
		p.Report(nil, "%s of %s is declared as %s, an object that cannot be copied as %s: %s "+
			"nothing on another rank", c.Sem.Enter[m.Arg], c.Kind,
			strings.TrimSpace(m.Declared.Name), m.Type, holds)
		return
	}
	sev := Warning
	switch {
	case m.Declared.Fortran() && !m.Slight:
		sev = Error
	case m.Slight && c.Sem.Op < 0: // the bytes arrive as they are
		sev = Note
	}
	has := fmt.Sprintf("the datatype is %s", m.Basic)
	if m.Basic.Predef != m.Type.Predef || m.Cut {
		has = fmt.Sprintf("the %s has %s ", typeName(m.Type), m.Basic)
		if m.Cut {
			has += fmt.Sprintf("at byte %d", m.At%m.Declared.Size)
		} else {
			has += "there"
		}
	}
	instead := ""
	if m.Instead != "" && m.Declared.Plain() {
		instead = "; " + m.Instead + " fits"
	}
	p.ReportAs(sev, nil, "%s of %s is declared as %s, but %s (%s)%s", c.Sem.Enter[m.Arg], c.Kind, declaredAs(m), has,
		words.Count(m.Basic.Size, "byte"), instead)
}

// withItself reports whether the call moves data within the rank: it is alone in the group, or names itself.
func (p *Pass) withItself() bool {
	c := p.Call
	if p.Win != nil {
		return len(p.Win.Members) == 1 || c.Sem.Target >= 0 && c.In[c.Sem.Target] == int64(p.Win.MyRank)
	}
	if c.Comm == nil || c.Comm.Inter {
		return false
	}
	alone := len(c.Comm.Members) == 1
	for _, peer := range []int8{c.Sem.Dest, c.Sem.Source} {
		alone = alone || peer >= 0 && c.In[peer] == int64(c.Comm.MyRank)
	}
	return alone
}

// declaredAs describes the declared type at the place where the datatype differs from it.
func declaredAs(m *memory.Misdeclared) string {
	name, plain := strings.TrimSpace(m.Declared.Name), m.Declared.Plain()
	switch {
	case name == "" && plain:
		return m.Misfit.Declared
	case name == "" || name == "struct":
		name = "an unnamed struct"
	}
	if plain {
		return fmt.Sprintf("%s, %s", name, m.Misfit.Declared)
	}
	return fmt.Sprintf("%s, which has %s at byte %d", name, m.Misfit.Declared, m.DeclaredAt)
}

// typeName names a datatype after "the".
func typeName(d *datatype.Type) string {
	if d.Predef != nil || d.Name != "" {
		return "datatype " + d.String()
	}
	return d.String()
}
