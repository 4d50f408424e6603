// Package signal knows how programs order their ranks by themselves: through values that they leave in windows for
// each other. Judges ask it when they decide.
package signal
