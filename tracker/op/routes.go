package op

// Route takes an op of a rank in MPI_COMM_WORLD. The op is valid during the call.
type Route func(rank int32, x *Op)

// Routes say who takes the ops of each kind.
type Routes map[What]Route
