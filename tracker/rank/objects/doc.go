// Package objects follows what the handles of a rank stand for, except those of requests, messages, windows and files.
package objects
