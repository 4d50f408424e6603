package acceptance

import (
	"context"
	"path/filepath"
	"time"

	jobs "github.com/gomarmot/gomarmot/launch"
)

// endWhenStill cancels the run once no rank makes progress.
func (l Launch) endWhenStill(ctx context.Context, cancel context.CancelFunc) {
	log := filepath.Join(l.Dir, "run.log") // there is no other in the folder
	w := jobs.NewWatch(func() string { return log }, l.Still)
	defer w.Close()
	tick := time.NewTicker(w.Every())
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if w.Still(now) {
				cancel()
				return
			}
		}
	}
}
