// Package objects follows the objects that the handles of a rank name, except requests, messages, windows and files.
package objects
