// Package foreign handles input from others: it opens files that may be anything
// without harm, and makes text that may contain anything fit to print. Every
// package of gomarmot that reads such files or text uses it.
package foreign
