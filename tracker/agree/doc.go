// Package agree compares arguments and amounts of data that must match between the ranks of an object: the collective
// call that each rank makes, its arguments, the data that each rank gives and takes, the promises of assertions, and
// views of a file.
//
// The matcher decides which calls meet. It tells the judge each row of calls that met, each row that some ranks never
// came to, and each row in which ranks made different calls. The judge knows no clocks.
package agree
