// Package agree compares arguments and amounts of data that must match between the ranks of an object: the collective
// call that each rank makes, its arguments, the data that each rank gives and takes, the promises of assertions, and
// views of a file.
//
// Matchers decide which calls meet, and stamp the calls that met, that only some ranks made, and that differ. The judge
// knows no clocks.
package agree
