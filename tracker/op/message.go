package op

// Wildcards of receives, in every MPI.
const (
	AnySource = -1
	AnyTag    = -1
)

// Signed returns the data as others may compare it: without the datatype where that
// cannot be used (MSG004).
func (d Data) Signed() Data {
	if d.Type != nil && !(d.Type.Committed && d.Type.Alive()) {
		d.Type = nil
	}
	return d
}
