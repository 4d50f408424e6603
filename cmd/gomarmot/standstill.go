package main

import (
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/report"
)

// askSignal, sent to gomarmot, asks where the ranks are. Other signals are passed on to the program, so it must be a
// signal that neither schedulers nor users send for their own purposes. It is SIGRTMIN+1; the Go runtime keeps SIGRTMIN
// for itself.
const askSignal = syscall.Signal(35)

// watch reports on the error stream when the job makes no progress, and when a signal asks for
// it, until stop is called.
func (a *app) watch(record *launch.Record, after time.Duration, p *reporting) (stop func()) {
	var w *launch.Watch
	var ticks <-chan time.Time
	if after > 0 {
		w = launch.NewWatch(record.Path, after)
		ticks = time.Tick(w.Every())
	}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, askSignal)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		defer signal.Stop(asked)
		if w != nil {
			defer w.Close()
		}
		for {
			select {
			case <-end:
				return
			case <-asked:
				a.standstill(record.Path(), 0, p)
			case now := <-ticks:
				if w.Still(now) {
					a.standstill(record.Path(), w.For(now), p)
				}
			}
		}
	}()
	return func() { close(end); <-ended }
}

// standstill explains where the ranks of the running job are. The job has made no progress for the
// time still; 0: somebody has asked.
func (a *app) standstill(log string, still time.Duration, p *reporting) {
	if log == "" {
		a.note("the job has no log yet")
		return
	}
	r, err := checkRunning(nearPath(log), p.opt.Rules, still*9/10)
	switch {
	case err != nil && still == 0:
		a.note("where the ranks are is not known: %v", err)
		return
	case err != nil:
		a.note("no progress for %v, and %v", still.Round(time.Second), err)
		return
	}
	p.gate.apply(r)
	a.explainStandstill(r, p, a.err, still)
}

// explainStandstill writes where the ranks are, and which findings say why.
func (a *app) explainStandstill(r *report.Report, p *reporting, to io.Writer, still time.Duration) {
	if err := report.WriteStandstill(to, r, a.dress(p.opt, to), still); err != nil {
		a.note("%v", err)
	}
}
