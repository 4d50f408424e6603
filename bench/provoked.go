package main

import (
	"fmt"
	"os"
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
		dir, err := os.MkdirTemp(b.tmp, "plan")
		if err != nil {
			return err
		}
		forced := setting{b.preload(), []string{acceptance.ForcedEverywhere(dir, p.kind)}}
		without, with, noisy, err := b.app(m, p.app, b.pick(5, 3), setting{preload: b.preload()}, forced)
		if err != nil {
			return fmt.Errorf("%s with %s forced: %w", p.program, p.kind, err)
		}
		b.add(row{label: fmt.Sprintf("provoke: %s with %s forced", p.program, p.kind),
			figure: with.seconds.over(without.seconds), budget: atMost(1.5),
			noisy: noisy, detail: arrow(without.seconds, with.seconds) + " s"})
	}
	return nil
}
