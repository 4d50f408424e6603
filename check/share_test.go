package check

import (
	"sync"

	"github.com/gomarmot/gomarmot/peers"
	"github.com/gomarmot/gomarmot/rules"
)

// RunOn is Run on several processes, which are goroutines here; inputs returns new inputs for
// each of them.
func RunOn(processes int, inputs func() []Input, set []*rules.Rule, opt Options) (*Result, error) {
	all := peers.NewLocal(processes)
	var group sync.WaitGroup
	for _, p := range all[1:] {
		in := inputs()
		group.Go(func() { _ = serveRanks(p, nil, in, set) }) // it ends when the first one has
	}
	defer group.Wait()
	defer all[0].End()
	return runShared(all[0], nil, inputs(), set, opt)
}
