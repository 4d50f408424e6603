package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

const completionHelp = `Prints a script that lets a shell - bash, zsh, fish or powershell - complete
commands, flags, rules and files.

For the current session only:

  source <(gomarmot completion bash)

For all sessions: write it to the directory of your shell, such as
~/.local/share/bash-completion/completions/gomarmot,
~/.config/fish/completions/gomarmot.fish, or to a file _gomarmot in a directory
of zsh's $fpath. make install does this.`

// shells are the shells that have a script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func (a *app) completionCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "print the completion script for a shell",
		Long:      completionHelp,
		ValidArgs: shells,
		Args:      oneArg("the name of a shell: " + strings.Join(shells, ", ")),
		RunE:      func(_ *cobra.Command, args []string) error { return completion(root, args[0], a.out) },
	}
}

func completion(root *cobra.Command, shell string, w io.Writer) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(w, true)
	case "zsh":
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(w)
	}
	return fmt.Errorf("no completion for the shell %q; choose one of %s", shell, strings.Join(shells, ", "))
}

// completions says how to complete arguments and flags that are not files.
func completions(root *cobra.Command) {
	values := map[string][]string{"format": report.FormatNames(), "color": colorNames}
	for _, l := range failLevels {
		values["fail-on"] = append(values["fail-on"], l.name)
	}
	each(root, func(c *cobra.Command) {
		for flag, of := range values {
			if c.Name() == "export" && flag == "format" {
				of = exportFormats
			}
			if c.LocalFlags().Lookup(flag) != nil {
				// It fails only for flags that have a completion already.
				_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(of, cobra.ShellCompDirectiveNoFileComp))
			}
		}
	})
}

// each visits a command and its subcommands.
func each(c *cobra.Command, f func(*cobra.Command)) {
	f(c)
	for _, sub := range c.Commands() {
		each(sub, f)
	}
}

// completeRules lists the rules whose ID begins with typed.
func completeRules(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	var out []string
	if len(args) == 0 {
		for _, r := range rules.All {
			if strings.HasPrefix(r.ID, strings.ToUpper(typed)) {
				out = append(out, r.ID+"\t"+r.Title)
			}
		}
	}
	slices.Sort(out)
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeExplained is completeRules, with the families.
func completeExplained(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	out, directive := completeRules(c, args, typed)
	if len(args) == 0 {
		for _, f := range rules.Families {
			if strings.HasPrefix(f.Name, strings.ToUpper(typed)) {
				out = append(out, f.Name+"\t"+f.Covers)
			}
		}
	}
	return out, directive
}
