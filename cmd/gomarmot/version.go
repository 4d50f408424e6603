package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/report"
)

// version is set when a release is built: -ldflags "-X main.version=0.1.0".
var version = ""

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.out, versionLine())
			return err
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("gomarmot %s (%s, %s %s/%s)", versionName(), report.Schema, runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
}

// versionName falls back on the version that the Go tool recorded in the build.
func versionName() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
