// Package race keeps accesses to the same memory or file that others may still meet, by address, for the judges that
// compare them.
package race
