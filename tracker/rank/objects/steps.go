package objects

import (
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

func (o *Objects) NameTypeAs(c *record.Call) {
	if name, ok := c.Text(); ok {
		o.Types.SetName(c.In[0], name)
	}
}
