package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/docs/concepts"
	"github.com/gomarmot/gomarmot/examples"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain ID|FAMILY",
		Short: "explain a rule, or what a family of rules is about",
		Long: `Explains what a rule requires, what goes wrong if it is broken, what to change,
and what is legal all the same, with a buggy and a fixed program. Of a family,
the letters of its IDs, it explains the concept, such as epochs, with a picture.
gomarmot rules lists the IDs.`,
		Example: "  gomarmot explain PSCW001\n  gomarmot explain PSCW",
		Args:    oneArg("the ID of a rule, or the letters of a family"),

		ValidArgsFunction: completeExplained,
		RunE:              func(_ *cobra.Command, args []string) error { return a.explain(args[0]) },
	}
}

func (a *app) explain(id string) error {
	if page, ok := concepts.Page(id); ok {
		opt := a.textOptions(a.out)
		opt.Rules = rules.All
		return report.WriteConcept(a.out, strings.ToUpper(id), page, opt)
	}
	r := rules.ByID(strings.ToUpper(id))
	if r == nil {
		return fmt.Errorf("there is no rule %q; gomarmot rules lists them", id)
	}
	var ex report.Example
	ex.Bug, _ = examples.Bug(r.ID)
	ex.Fixed, _ = examples.Fixed(r.ID)
	return report.WriteExplain(a.out, r, ex, a.textOptions(a.out))
}
