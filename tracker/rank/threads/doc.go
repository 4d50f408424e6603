// Package threads follows the threads of a rank, and where their calls get in each other's way.
package threads
