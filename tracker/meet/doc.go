// Package meet decides which operations of different ranks match, by the standard's rules: collective calls by their
// position in the order on their object, starts with posts by count for each pair of ranks. Time plays no part, so
// ranks may be fed in any interleaving. Where calls meet, it advances the clocks.
//
// Each matcher has a file of its name and keeps state by object; the matchers of messages and collective calls
// have several. A matcher takes ops by value, emits facts, tells judges by stamps, and may ask for a rank to be
// held back until others have caught up. Matchers share only common.go.
package meet
