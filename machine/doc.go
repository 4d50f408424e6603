// Package machine reads machine code to tell whether a program uses the result of a call.
package machine
