// Package relay has a judge work on a goroutine of its own: it gets, in order, what the matchers would have told it at
// once. So what it finds does not depend on which of them is faster.
package relay
