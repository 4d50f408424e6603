// Package machine reads machine code: what a program does with what a call has returned.
package machine
