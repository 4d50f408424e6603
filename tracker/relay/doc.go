// Package relay has a judge work on a goroutine of its own. The relay hands it the calls of the matchers in their
// order, so its findings do not depend on the speed of either side.
package relay
