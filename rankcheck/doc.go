// Package rankcheck checks one rank by that rank's own calls. A rank of a running job does so beside the program;
// package check does the rest, with the logs of all ranks.
package rankcheck
