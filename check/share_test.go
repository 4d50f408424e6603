package check

import (
	"sync"

	"github.com/gomarmot/gomarmot/peers"
	"github.com/gomarmot/gomarmot/rules"
)

// RunOn is Run on several processes, played by goroutines. inputs is called once for each of them.
func RunOn(processes int, inputs func() []Input, set []*rules.Rule, opt Options) (*Result, error) {
	all := peers.NewLocal(processes)
	var group sync.WaitGroup
	for _, p := range all[1:] {
		in := inputs()
		group.Go(func() { _ = serveRanks(p, nil, in, set) }) // it ends when runShared has returned
	}
	defer group.Wait()
	defer all[0].End()
	return runShared(all[0], nil, inputs(), set, opt)
}
