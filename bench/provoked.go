package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gomarmot/gomarmot/acceptance"
)

// provoked are whole programs, and the kind of choices that is forced in all their calls.
var provoked = []struct {
	app
	kind string
}{
	{app{program: "exchange", steps: 40_000, quick: 8000}, "send"},
	{app{program: "exchange", steps: 40_000, quick: 8000}, "fill"},
	{app{program: "halo", steps: 600, quick: 200}, "rma"},
	{app{program: "checkpoint", steps: 200, quick: 60}, "file"},
}

// measureProvoked runs whole programs with gomarmot, without and with every choice of a kind forced, in turn.
func measureProvoked(b *bench) error {
	b.patience = time.Duration(b.pick(100, 40)) * time.Second
	m := &acceptance.MPIs[0]
	for _, p := range provoked {
		binary := filepath.Join(b.tmp, p.program+"."+m.Name)
		if err := m.Compile(b.source(p.program+".c"), binary, "-O2"); err != nil {
			return err
		}
		dir, err := os.MkdirTemp(b.tmp, "plan")
		if err != nil {
			return err
		}
		plan := acceptance.ForcedEverywhere(dir, p.kind)
		var without, with sample
		noisy, err := b.mostlyDisturbed(b.pick(5, 3), func() error {
			watched, err := b.runApp(m, p.app, binary, b.preload())
			if err != nil {
				return err
			}
			forced, err := b.runApp(m, p.app, binary, b.preload(), plan)
			if err != nil {
				return err
			}
			if watched.result != forced.result {
				return fmt.Errorf("its result is %s, and %s with %s forced", watched.result, forced.result, p.kind)
			}
			without, with = append(without, watched.seconds), append(with, forced.seconds)
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: %w", p.program, err)
		}
		b.add(row{label: fmt.Sprintf("provoke: %s with %s forced", p.program, p.kind), figure: with.over(without), budget: atMost(1.5),
			noisy: noisy, detail: arrow(without, with) + " s"})
	}
	return nil
}
