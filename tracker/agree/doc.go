// Package agree compares what the ranks of an object must say alike, or must fit together: which collective call they
// make, its arguments, how much data each rank gives and takes, assertions and what they promise, and views of a file.
//
// The matcher decides which calls meet. It tells the judge each row of calls that met, each row that some ranks never
// came to, and each row in which ranks made different calls. The judge knows no clocks.
package agree
