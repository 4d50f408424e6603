// Package fact holds what the matchers find out about several ranks, as values
// for job rules. How a finding words it is the rules' matter.
package fact
