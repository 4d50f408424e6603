package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"github.com/gomarmot/gomarmot/runtime/settings"
)

const manHelp = `Writes the manual pages of all commands to the directory DIR, which is created
if necessary. make man and make install do this.`

func (a *app) manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "write the manual pages",
		Long:   manHelp,
		Hidden: true,
		Args:   oneArg("a directory"),
		RunE:   func(_ *cobra.Command, args []string) error { return man(root, args[0]) },
	}
}

func man(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("create the directory for manual pages: %w", err)
	}
	each(root, manual)
	header := &doc.GenManHeader{Section: "1", Source: "gomarmot " + versionName(), Manual: "gomarmot"}
	if err := doc.GenManTree(root, header, dir); err != nil {
		return fmt.Errorf("write manual pages: %w", err)
	}
	return nil
}

// manual prepares a command for its page.
func manual(c *cobra.Command) {
	c.DisableAutoGenTag = true
	if c.IsAdditionalHelpTopicCommand() { // it would get no page
		c.Run = func(*cobra.Command, []string) {}
		c.Long, c.DisableFlagsInUseLine = environmentManual(), true
	} else {
		c.Long = literal(c.Long)
	}
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "\n", " ") })
	c.PersistentFlags().VisitAll(func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "\n", " ") })
}

// environmentManual is the table of settings as a list.
func environmentManual() string {
	var b strings.Builder
	b.WriteString("libgomarmot.so reads these variables when the program calls MPI_Init.\n")
	for _, s := range settings.All {
		fmt.Fprintf(&b, "\n**%s** (default: %s)\n\n> %s\n", s.Name, s.Default, s.Meaning)
	}
	return b.String()
}

// literal keeps indented lines as they are: the generator treats the text as
// Markdown.
func literal(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "  ") {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}
