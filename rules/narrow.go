package rules

import (
	"fmt"
	"math"
)

// narrowHint returns the end of a sentence about a wrong value of 64 bits. The value may come from an INTEGER of a
// Fortran program where MPI reads an INTEGER(KIND=MPI_ADDRESS_KIND), and takes the bytes behind the INTEGER for the
// upper half. It returns "" unless the lower half is from 1 to limit, and the upper half neither 0 nor -1.
func narrowHint(v, limit int64) string {
	low := v & math.MaxUint32
	if v>>32 == 0 || v>>32 == -1 || low == 0 || low > limit {
		return ""
	}
	return fmt.Sprintf("; its lower 32 bits are %d: a Fortran program passes such a value if its argument is an "+
		"INTEGER, not an INTEGER(KIND=MPI_ADDRESS_KIND)", low)
}
