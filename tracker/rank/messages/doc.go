// Package messages follows the communication of a rank with others, by messages and in collective calls.
package messages
