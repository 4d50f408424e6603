// Package match finds out which operation of a rank met which of another, by the
// standard's rules: collective calls by their place in the order on their object,
// starts with posts by count for each pair of ranks. Time plays no part, so ranks
// may be fed in any interleaving.
//
// Each matcher has a file of its name and keeps state by object; those of messages
// and races have several. It takes ops by
// value and emits facts, and may ask for a rank to be held back until others
// have caught up.
package match
