package main

import (
	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/report"
)

func (a *app) rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules",
		Short: "list the rules",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return report.WriteRules(a.out, a.textOptions(a.out))
		},
	}
}
