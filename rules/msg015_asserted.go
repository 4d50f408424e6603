package rules

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// wildcardAsserted is a wildcard on a communicator on which the program has promised not to use it.
var wildcardAsserted = &Rule{
	ID:       "MSG015",
	MPI:      "4.0",
	Title:    "wildcard although the program has asserted that there is none",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Communicator Info",
	Says: "On a communicator with the info key mpi_assert_no_any_source or mpi_assert_no_any_tag set to true, the " +
		"process does not use MPI_ANY_SOURCE, or MPI_ANY_TAG, in receives and probes.",
	Doc: "The MPI library may have chosen a way of matching messages that knows no wildcards: the receive then finds " +
		"no message and waits forever, or takes the wrong one.",
	Advice: "Name the source or tag, or use a communicator without the info key.",
	Silent: []string{
		"a process that has not set the key itself: each process makes the promise only for itself",
		"a communicator duplicated by MPI_Comm_dup, which does not take over the key",
		"any tag of a receive from MPI_PROC_NULL",
		"the key set to another value than true",
	},
	Limit: "Whether messages are as long as the receive's buffer, which mpi_assert_exact_length promises, is not " +
		"checked. Of consecutive probes that find nothing, only the first is checked. The keys of info objects that " +
		"the MPI library has returned are not known.",
	On:        kindsWhere(func(s *calls.Sem) bool { return s.Source >= 0 && s.RecvTag >= 0 }),
	Arguments: true,
	Check: func(p *Pass) {
		c := p.Call
		if c.Comm == nil || len(c.Comm.Hints) == 0 || c.In[c.Sem.Source] == p.Rank.Flavour.ProcNull {
			return
		}
		var wildcards, keys []string
		var related []Related
		broken := func(used bool, wildcard, key string) {
			if h := c.Comm.Hints[key]; used && h.Value == "true" {
				wildcards, keys = append(wildcards, wildcard), append(keys, key)
				related = append(related, At(roleBegan, h.By, key+" was set here"))
			}
		}
		broken(c.In[c.Sem.Source] == p.Rank.Flavour.AnySource, "MPI_ANY_SOURCE", "mpi_assert_no_any_source")
		broken(c.In[c.Sem.RecvTag] == p.Rank.Flavour.AnyTag, "MPI_ANY_TAG", "mpi_assert_no_any_tag")
		if len(keys) > 0 {
			p.Report(related, "%s with %s on a communicator with %s = true", c.Kind, strings.Join(wildcards, " and "),
				strings.Join(keys, " and "))
		}
	},
}
