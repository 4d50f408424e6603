package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/foreign"
)

const rootHelp = `gomarmot reports which rules of the MPI standard a program broke, on which
ranks, at which source lines, and what the standard says.

Run a program and read what it did wrong:

  gomarmot run mpiexec -n 4 ./app

or record a run yourself, then read its log:

  LD_PRELOAD=/path/to/libgomarmot.so mpiexec -n 4 ./app
  gomarmot report run.log`

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "gomarmot",
		Short:         "check how an MPI program used MPI",
		Long:          rootHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       versionLine(), // the output of --version

		DisableSuggestions: true,
		CompletionOptions:  cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version")
	a.addColor(root.PersistentFlags())
	root.AddCommand(a.runCommand(), a.provokeCommand(), a.ccCommand(), a.doctorCommand(), a.reportCommand(),
		a.watchCommand(), a.baselineCommand(), a.rulesCommand(), a.explainCommand(), a.logCommand(), a.versionCommand(),
		a.completionCommand(root), a.manCommand(root), a.atEndCommand(), environmentTopic())
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Short, c.Long = "show help for a command", "Shows the help for a command, as --help does, or for a topic."
		}
	}
	completions(root)
	return root
}

// atLeastOne requires an argument or several; what describes the first.
func atLeastOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s takes %s", c.Name(), what)
		}
		return nil
	}
}

// oneArg requires exactly one argument, described by what.
func oneArg(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s takes one argument, %s; got %d", c.Name(), what, len(args))
		}
		return nil
	}
}

// note prints a line on the error stream.
func (a *app) note(format string, args ...any) {
	fmt.Fprintln(a.err, "gomarmot: "+foreign.Line(fmt.Sprintf(format, args...)))
}
