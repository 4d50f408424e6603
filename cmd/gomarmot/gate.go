package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/settings"
)

// sourceFlags say which rules are applied, where the source is, and which
// findings to suppress.
type sourceFlags struct {
	root, suppressions string
	pedantic           bool
}

func (f *sourceFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.root, "source-root", "",
		"show files in `DIR` by their path from there\n(default: the git work tree around the current\n"+
			"directory, or that directory)")
	flags.StringVar(&f.suppressions, "suppressions", "",
		"suppress the findings listed in `FILE` (default:\n"+report.SuppressionsFile+" in the source root)")
	flags.BoolVar(&f.pedantic, "pedantic", settings.On(os.Getenv(settings.Pedantic)),
		"apply the pedantic rules too: advice that many\ncorrect programs ignore")
	flags.Lookup("pedantic").DefValue = "false" // help is the same in every environment
}

// rules are the rules that the flags select.
func (f *sourceFlags) rules() []*rules.Rule { return rules.Select(f.pedantic) }

// gate decides which findings count.
type gate struct {
	root         string
	rules        []*rules.Rule        // that are applied
	suppressions *report.Suppressions // nil: none
	baseline     *report.Baseline     // nil: none
}

// newGate reads the files that the flags name; baseline may be empty.
func newGate(f *sourceFlags, baseline string) (*gate, error) {
	g := &gate{rules: f.rules()}
	var err error
	if g.root, err = sourceRoot(f.root); err != nil {
		return nil, err
	}
	if g.suppressions, err = readSuppressions(f.suppressions, g.root); err != nil {
		return nil, err
	}
	if baseline != "" {
		g.baseline, err = report.ReadBaseline(baseline)
	}
	return g, err
}

// apply marks the findings of a report.
func (g *gate) apply(r *report.Report) {
	r.Fingerprint(g.root)
	if g.suppressions != nil {
		g.suppressions.Apply(r, g.root, time.Now())
	}
	if g.baseline != nil {
		g.baseline.Compare(r, g.root)
	}
	r.OnlyOf(g.rules)
}

// sourceRoot is the directory that paths are relative to.
func sourceRoot(flag string) (string, error) {
	if flag != "" {
		if info, err := os.Stat(flag); err != nil || !info.IsDir() {
			return "", fmt.Errorf("--source-root: %s is not a directory", flag)
		}
		return filepath.Abs(flag)
	}
	wd, err := os.Getwd()
	if err != nil {
		return "", nil // then paths are shown whole
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return wd, nil
		}
	}
}

// readSuppressions reads the file that the user names, or, without a name, the file in the source root if it exists.
func readSuppressions(flag, root string) (*report.Suppressions, error) {
	if flag != "" {
		return report.ReadSuppressions(flag)
	}
	s, err := report.ReadSuppressions(filepath.Join(root, report.SuppressionsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return s, err
}
