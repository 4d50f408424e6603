package race

// Bounds of the accesses that a judge keeps for comparison with later accesses.
const (
	// Few accesses are kept although all ranks may know that they are past.
	Few = 1 << 12
	// maxKept, or maxOfRank for each rank if that is more, bounds the accesses that are kept because some rank may
	// not know that they are past.
	maxKept   = 1 << 17
	maxOfRank = 16
	// MaxApart bounds the ranks whose knowledge a judge looks at rank by rank. Of more ranks the judge takes the
	// knowledge of all when they met last, which is nearly always the same.
	MaxApart = 1 << 8
)

// MaxKept returns how many accesses, to windows or to files, a judge keeps in a job of so many ranks.
func MaxKept(ranks int) int { return max(maxKept, maxOfRank*ranks) }
