// Package spell writes records in the words of the program: constants and predefined handles by their names, arguments
// and results by the names that the standard gives them, as values and as lines of text.
package spell
