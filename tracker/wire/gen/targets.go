package main

// module is the path that packages of the repository begin with.
const module = "github.com/gomarmot/gomarmot/"

// target is a package for which a file of functions is made: methods of its coder.
type target struct {
	dir      string
	receiver string
	roots    []string          // types; of tracker/op the bodies of its ops, too
	by       map[string]string // how fields of some types are coded: the name of a method
	// ops is by for the fields of ops themselves, which differ little from op to op, or the whole call; nil: the
	// package has no ops.
	ops map[string]string
	// likes is how a writer finds out that a field of some types is like that of the last op.
	likes map[string]string
}

// targets are all files that are made.
func targets() []target { return []target{datatypes(), ops(), outcomes()} }

func datatypes() target {
	return target{
		dir: "tracker/datatype", receiver: "Coder", roots: []string{"Type", "signature", "layout"},
		by: map[string]string{"object.Header": "header", "*Type": "Type", "[]*Type": "List",
			"*signature":   "signatureAt",
			"[]*signature": "signatures", "*layout": "layoutAt", "*overlapMemo": "overlaps", "tracker.Site": "site"},
	}
}

func ops() target {
	return target{
		dir: "tracker/op", receiver: "Coder",
		roots: []string{"Place", "Exchange", "Locked", "LockedAll", "SplitRef", "datatype.Buffer"},
		by: map[string]string{"*Place": "Place", "*Exchange": "exchangeAt", "*Locked": "lockedAt",
			"*LockedAll":     "lockedAllAt",
			"*datatype.Type": "types.Type", "[]*datatype.Type": "types.List", "*calls.Predef": "predef",
			"tracker.Site": "Site", "[]tracker.Site": "Sites",
			"tracker.Object": "Object", "[]int32": "Ranks", "map[string]string": "Pairs"},
		ops: map[string]string{"tracker.Site": "moving", "*datatype.Type": "datatype", "[]int32": "ranks",
			"[]TargetUse":       "puts",
			"[]SplitRef":        "list(c, %s, &c.into.splits, (*Coder).splitRef)",
			"[]datatype.Buffer": "list(c, %s, &c.into.pieces, (*Coder).datatypeBuffer)"},
		likes: map[string]string{"*Place": equal, "*Exchange": equal, "*Locked": equal, "*LockedAll": equal,
			"*calls.Predef":  equal,
			"*datatype.Type": "c.likeType(l.%, x.%)"},
	}
}

func outcomes() target {
	return target{
		dir: "check", receiver: "coder", roots: []string{"outcome", "logSeen", "rules.Finding"},
		by: map[string]string{"*op.Place": "ops.Place", "tracker.Site": "ops.Site", "[]tracker.Site": "ops.Sites",
			"tracker.Object": "ops.Object", "[]int32": "ops.Ranks", "*rules.Rule": "rule",
			"[]*rules.Finding": "findings", "time.Time": "time", "syscall.Signal": "signal", "float64": "float",
			"error": "text", "[]byte": "bytes"},
	}
}

// equal is how a writer finds out that a field is like that of the last op.
const equal = "l.% == x.%"

// file is the name of the generated files of functions, kindsFile that of the kinds of ops and their storage.
const (
	file      = "zz_code.go"
	kindsFile = "zz_kinds.go"
)
