// Package foreign deals with what others wrote: files that may be anything are
// opened without harm, and text that may hold anything is made fit to print.
// Every package of gomarmot that meets such files or text goes through it.
package foreign
