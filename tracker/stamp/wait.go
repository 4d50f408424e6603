package stamp

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// Wait is a wait that is over: of Call, made when its rank had N records, for For, made when the rank of that had ForN.
type Wait struct {
	fact.WaitFor
	N, ForN int64
	Chose   bool // the call might have waited for another call
	Row     *Row // the collective call for whose ranks Call has waited; nil: it is not known, or the wait was for For
}

// Row is a call that several ranks make together.
type Row struct {
	Came []Comer // so far
	// Looked is how often a judge has looked at all ranks of the row. It is the judge's to count.
	Looked int
}

// Comer is a call that enters a row, made when its rank had N records.
type Comer struct {
	Site tracker.Site
	N    int64
}

// Lacking is what the operation of a request waits for at the end of the run.
type Lacking struct {
	Known bool
	Ranks []int32 // for which it waits; none: it need not
	Row   *Row    // the call in which Ranks are missing; nil: of a partitioned operation
}
