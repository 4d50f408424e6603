// Package files follows the files of a rank: their views, pointers, and split collective operations.
package files
