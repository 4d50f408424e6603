// Package fact holds what the matchers find out about several ranks, as values
// for job rules. The rules decide how a finding words it.
package fact
