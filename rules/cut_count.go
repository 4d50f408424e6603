package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/words"
)

// checkCutCount reports a count that may have been cut to 32 bits: the block has a multiple of 2^32 more elements.
// Round counts are left out: they may be parts of the block that are passed on purpose.
func checkCutCount(p *Pass, f *call.HeapFault) {
	c := p.Call
	i := slices.IndexFunc(c.Sem.Buffers, func(b calls.Buffer) bool { return b.Addr == f.Arg })
	if i < 0 || c.Large || c.Sem.Buffers[i].Count < 0 {
		return
	}
	count := c.In[c.Sem.Buffers[i].Count]
	if count <= 0 || count%roundCount == 0 || (f.Hi-f.Lo)%count != 0 {
		return
	}
	element := (f.Hi - f.Lo) / count
	if more := (f.Size - (f.Hi - f.Lo)) / element; more > 0 && more%(1<<32) == 0 && (f.Size-(f.Hi-f.Lo))%element == 0 {
		p.ReportAs(Warning, nil, "%s of %s has %s = %d, but its heap block has %s elements, some multiple of 2^32 "+
			"more: was the count cut to 32 bits?",
			c.Sem.Enter[f.Arg], c.Kind, c.Sem.Enter[c.Sem.Buffers[i].Count], count, words.Thousands(count+more))
	}
}

// roundCount divides counts with which programs pass large arrays in pieces.
const roundCount = 1 << 16
