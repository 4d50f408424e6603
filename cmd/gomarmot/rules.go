package main

import (
	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/report"
)

const rulesHelp = `Lists the rules that are checked: the severity of their findings, whether they
need the calls of one rank (rank: also checked while the program runs) or of
several (job), and the first version of the MPI standard that has them. Pedantic
rules, advice that many correct programs ignore, are marked: they are applied
only with report --pedantic. --json prints everything that explain shows, except
the programs.`

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
