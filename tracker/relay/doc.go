// Package relay has a judge work beside the matchers, on whichever goroutine has time. The relay hands the judge the
// calls of the matchers in their order, so its findings do not depend on the speed of either side.
package relay
