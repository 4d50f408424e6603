package op

import "errors"

func grow[T any](to *[]T) int32 {
	*to = append(*to, *new(T))
	return int32(len(*to) - 1)
}

// errKind: there is no such kind of ops.
var errKind = errors.New("an op of a kind that does not exist")
