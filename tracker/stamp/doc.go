// Package stamp is what the matchers tell the judges of who met whom, and when.
package stamp
