package main

const ruleText = `package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// <<.Var>> is <<.Phrase>>.
var <<.Var>> = &Rule{
	ID:       "<<.ID>>",
	Title:    "<<.Phrase>>",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	// Validate refuses a rule whose fields below are empty.
	MPI:    "",
	Cite:   "",
	Says:   "",
	Doc:    "",
	Advice: "",
	Silent: []string{},
	Limit:  "",
	On:     []calls.Kind{calls.WinFence},
	Check: func(p *Pass) {
		if !live(p.Win) {
			return
		}
	},
}
`

const bugText = `// gomarmot: ranks=2
// The fault, in two to four lines.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize(); // want <<.ID>> "words of the message"
    return 0;
}
`

const fixedText = `// gomarmot: ranks=2
// The corrected program: how it differs.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
`
