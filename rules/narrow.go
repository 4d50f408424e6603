package rules

import (
	"fmt"
	"math"
)

// A Fortran program that passes an INTEGER where MPI reads an INTEGER(KIND=MPI_ADDRESS_KIND) passes half of
// the value: the other half are the bytes behind it in memory.

// narrowHint says that a value may have been passed like that, in words that follow a sentence, if the lower half of
// the value is at most limit and so would be right alone; else "".
func narrowHint(v, limit int64) string {
	low := v & math.MaxUint32
	if v>>32 == 0 || v>>32 == -1 || low == 0 || low > limit {
		return ""
	}
	return fmt.Sprintf("; its lower 32 bits are %d: a Fortran program passes such a value if its argument is an "+
		"INTEGER, not an "+
		"INTEGER(KIND=MPI_ADDRESS_KIND)", low)
}
