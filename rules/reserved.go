package rules

import "strings"

// Reserved is an ID whose rule is planned and not built yet. It is taken: logs,
// baselines and suppressions may name it one day, so it can mean nothing else.
type Reserved struct {
	ID      string
	Title   string // as that of a rule
	Watches string // what the rule will look at, one sentence
}

// Reserve lists the reserved IDs, by family. An ID moves from here to All when
// its rule is built. It never disappears and never gets another meaning.
var Reserve = []Reserved{
	{ID: "FENCE007", Title: "window stored to although its rank passed MPI_MODE_NOSTORE to the fence",
		Watches: "Watches local gets, receives and stores that change the window between the last synchronization and the fence."},

	{ID: "OBJ008", Title: "declared type of a buffer does not fit the datatype",
		Watches: "Watches the C type of each buffer, where the compiler has told it."},

	{ID: "RACE005", Title: "store and RMA access to one window in the separate memory model",
		Watches: "Watches stores and accesses in one epoch, whatever bytes they touch."},
	{ID: "RACE006", Title: "load or store to the buffer of a pending operation",
		Watches: "Watches the program's own loads and stores in buffers that MPI is still using."},
	{ID: "RACE007", Title: "unordered loads and stores in shared window memory",
		Watches: "Watches processes that share a window's memory, and what orders their loads and stores."},

	{ID: "HANG003", Title: "no rank makes progress",
		Watches: "Watches all ranks, and shows where each one is."},
}

// ReservedByID returns the reserved ID (in any case), or nil.
func ReservedByID(id string) *Reserved {
	for i := range Reserve {
		if strings.EqualFold(Reserve[i].ID, id) {
			return &Reserve[i]
		}
	}
	return nil
}
