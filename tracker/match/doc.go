// Package match finds out which operation of a rank met which of another, by the
// standard's rules: collective calls by their place in the order on their object,
// starts with posts by count for each pair of ranks. Time plays no part, so ranks
// may be fed in any interleaving. Where calls meet, it advances the clocks.
//
// Each matcher has a file of its name and keeps state by object; those of messages
// and collective calls have several. It takes ops by value, emits facts, tells judges
// by stamps, and may ask for a rank to be held back until others have caught up.
// Matchers share only what is in common.go; job.go puts matchers and judges together.
package match
