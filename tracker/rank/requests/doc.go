// Package requests follows the requests of a rank by their handles.
package requests
