package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/export"
	"github.com/gomarmot/gomarmot/words"
)

const logExportHelp = `Writes the calls of all ranks with their arguments, results and source lines,
which calls met, epochs, operations and findings, for other programs:

  jsonl     one JSON object a line
  parquet   a folder of tables, for DuckDB, pandas and their kin
  perfetto  a trace for https://ui.perfetto.dev and chrome://tracing

docs/export.md describes the fields, and shows what to ask. Each --where leaves
out calls that do not fit it, and what concerns only calls left out:

  --where rank=0-3,7       ranks in MPI_COMM_WORLD
  --where call='MPI_*send' functions, upper or lower case; *, ? and [a-z] as
                           in a shell
  --where time=1.5-2       entered in this time, in seconds since the first
                           call of the job; each end may be left out

PATH is run.log or the directory run.log.d beside it. If ranks logged to several
nodes, pass the directories of all of them.`

// exportFormats are the values of --format, the first is the default.
var exportFormats = []string{"jsonl", "parquet", "perfetto"}

// exportFlags are the flags of log export.
type exportFlags struct {
	sourceFlags
	format, output string
	where          []string
}

func (a *app) logExportCommand() *cobra.Command {
	var f exportFlags
	c := &cobra.Command{
		Use:   "export PATH...",
		Short: "write calls, matches and findings for other programs",
		Long:  logExportHelp,
		Example: "  gomarmot log export run.log | grep MPI_Send\n" +
			"  gomarmot log export --format perfetto --output run.json run.log",
		Args: atLeastOne("the path of run.log or run.log.d"),
		RunE: func(_ *cobra.Command, args []string) error { return a.logExport(args, &f) },
	}
	c.Flags().StringVar(&f.format, "format", exportFormats[0], "`FORMAT`: "+strings.Join(exportFormats, ", "))
	c.Flags().StringVarP(&f.output, "output", "o", "",
		"write to `PATH`; with parquet a folder, which is\ncreated (default: standard output)")
	c.Flags().StringArrayVar(&f.where, "where", nil, "leave out calls that do not fit `EXPR`")
	f.sourceFlags.add(c.Flags())
	return c
}

func (a *app) logExport(paths []string, f *exportFlags) error {
	if !slices.Contains(exportFormats, f.format) {
		return fmt.Errorf("unknown format %q for --format; choose one of %s", f.format,
			strings.Join(exportFormats, ", "))
	}
	if f.format == "parquet" && f.output == "" {
		return errors.New("--format parquet writes several files: name a folder for them by --output")
	}
	where, err := export.ParseWhere(f.where)
	if err != nil {
		return err
	}
	g, err := newGate(&f.sourceFlags, "")
	if err != nil {
		return err
	}
	var out exportFiles
	defer out.discard()
	sink, err := f.open(&out, a.out)
	if err != nil {
		return err
	}
	b := newBar(os.Stderr)
	defer b.clear()
	end, err := export.Run(paths, sink, export.Options{Where: where, Rules: g.rules, Judge: g.apply, Progress: b.at})
	if err != nil {
		return err
	}
	b.clear()
	if err := out.keep(); err != nil {
		return err
	}
	a.tellExport(end)
	return nil
}

// open opens the output.
func (f *exportFlags) open(out *exportFiles, stdout io.Writer) (export.Sink, error) {
	switch {
	case f.format == "parquet":
		if err := os.MkdirAll(f.output, 0o777); err != nil {
			return nil, fmt.Errorf("--output: %w", err)
		}
		return export.NewParquet(func(table string) (io.Writer, error) {
			return out.create(filepath.Join(f.output, table+".parquet"))
		})
	case f.output != "":
		file, err := out.create(f.output)
		if err != nil {
			return nil, err
		}
		stdout = file
	default:
		stdout = out.buffer(stdout)
	}
	if f.format == "perfetto" {
		return export.NewPerfetto(stdout), nil
	}
	return export.NewJSONL(stdout), nil
}

// tellExport says which data the export lacks.
func (a *app) tellExport(end *export.End) {
	for _, s := range end.Unseen {
		a.note("%s", s)
	}
	if end.Undrawn > 0 {
		a.note("%s without an arrow: their ends are not among the calls, are no longer known, or have clocks that "+
			"disagree",
			words.Count(end.Undrawn, "message"))
	}
	if end.Untimed > 0 {
		a.note("the time of a call was no longer known when it was needed %s: there, it is left out",
			words.Count(end.Untimed, "time"))
	}
}
