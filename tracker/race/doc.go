// Package race keeps, by address, the accesses to memory and files with which later accesses may conflict, for the
// judges that compare them.
package race
