package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/settings"
)

// environmentTopic is not a command: cobra shows anything that cannot run as a
// help topic.
func environmentTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "environment",
		Short: "the GOMARMOT_ variables that a recorded run reads",
		Long:  environmentHelp(),
	}
}

func environmentHelp() string {
	var b strings.Builder
	b.WriteString("libgomarmot.so reads these variables when the program calls MPI_Init.\n\n")
	rows := make([][]string, 0, len(settings.All))
	for _, s := range settings.All {
		rows = append(rows, []string{s.Name, s.Default, s.Meaning})
	}
	_ = report.Table(&b, 80, []string{"variable", "default", "meaning"}, rows) // a strings.Builder never fails
	return b.String()
}
