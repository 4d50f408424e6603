package main

import (
	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/report"
)

const rulesHelp = `Lists the rules that are checked, with the severity of their findings, whether
one rank's calls tell (rank: also while the program runs) or those of several
(job), and the version of the MPI standard from which on they hold. Pedantic
rules, advice that many correct programs ignore, are marked: they are applied
only with report --pedantic. --json prints all that explain tells, but for the
programs.`

func (a *app) rulesCommand() *cobra.Command {
	var json bool
	c := &cobra.Command{
		Use:   "rules",
		Short: "list the rules",
		Long:  rulesHelp,
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if json {
				return report.WriteRulesJSON(a.out, a.textOptions(a.out).Rules)
			}
			return report.WriteRules(a.out, a.textOptions(a.out))
		},
	}
	c.Flags().BoolVar(&json, "json", false, "print them as JSON, "+report.RulesSchema)
	return c
}
