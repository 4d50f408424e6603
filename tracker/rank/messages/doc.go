// Package messages describes what a rank exchanges with others, by messages and in collective calls.
package messages
