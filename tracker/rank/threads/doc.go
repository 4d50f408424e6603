// Package threads follows the threads of a rank, and finds calls of several threads that conflict.
package threads
