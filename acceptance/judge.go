package acceptance

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/peers"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rankcheck"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// judge checks a log by all rules, also pedantic rules, in this process: on a single core, on several cores, and by
// several processes. All three reports must be equal.
func judge(log string) (r *report.Report, err error) {
	defer crashed(&err)
	r, err = judgeOn(log, 1)
	for range mostJudged {
		if err != nil {
			return nil, err
		}
		wrong := judgedOtherwise(log, r)
		if wrong == nil {
			return r, nil
		}
		before := r
		if r, err = judgeOn(log, 1); err == nil && reflect.DeepEqual(before, r) {
			return nil, wrong
		}
	}
	return nil, fmt.Errorf("%s: each time it is read, one core gives something else", log)
}

// mostJudged bounds the repeated checks of a log that changes in between: a rank that its launcher has left behind
// after an abort may still write.
const mostJudged = 3

// judgedOtherwise says where the report on several cores or by several processes is not r.
func judgedOtherwise(log string, r *report.Report) error {
	several, err := judgeOn(log, 3)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(r, several) {
		return fmt.Errorf("%s: one core gives\n%+v\nthree cores give\n%+v", log, r, several)
	}
	shared, err := judgeShared(log, 3)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(r, shared) {
		return fmt.Errorf("%s: one process gives\n%+v\nthree processes give\n%+v", log, r, shared)
	}
	return nil
}

// judgeShared is judgeOn by several processes, which are goroutines of this process.
func judgeShared(log string, processes int) (*report.Report, error) {
	all := peers.NewLocal(processes)
	var group sync.WaitGroup
	for _, p := range all[1:] {
		// the first process returns the error
		group.Go(func() { _ = check.Serve(log, rules.Select(true), check.Options{Peers: p}) })
	}
	defer group.Wait()
	defer all[0].End()
	j, err := check.Log(log, rules.Select(true), check.Options{Still: stillEnough, Peers: all[0],
		Others: logdir.MayBeSpawnedBy(log)})
	if err != nil {
		return nil, err
	}
	defer j.Log.Close() // only read
	return report.FromJob(j), nil
}

// stillEnough is for how long no rank must have made progress in a program that hangs: it is ended after
// stillTime.
const stillEnough = 600 * time.Millisecond

func judgeOn(log string, cores int) (*report.Report, error) {
	j, err := check.Log(log, rules.Select(true), check.Options{Cores: cores, Still: stillEnough,
		Others: logdir.MayBeSpawnedBy(log)})
	if err != nil {
		return nil, err
	}
	defer j.Log.Close() // only read
	return report.FromJob(j), nil
}

// judgeLive returns the rules that report while the program runs, as the ranks
// do: each rank by itself, by its own calls.
func judgeLive(log string) (spoken map[string]bool, err error) {
	defer crashed(&err)
	l, err := logdir.Open(log)
	if err != nil {
		return nil, err
	}
	defer l.Close() // only read
	spoken = map[string]bool{}
	for _, r := range l.Ranks() {
		c := rankcheck.Config(r.Rank, l.Size, r.Header)
		c.GoesOn = true
		live := rankcheck.New(c, rules.Select(true), func(f *rules.Finding) { spoken[f.Rule.ID] = true })
		if err := feed(live, r); err != nil {
			return nil, err
		}
	}
	return spoken, nil
}

// feed gives the events of a rank to its live check. A rank that was killed
// did not reach the rules that check its end.
func feed(live *rankcheck.Check, r *logdir.RankLog) error {
	var e event.Event
	for {
		switch err := r.Next(&e); {
		case errors.Is(err, io.EOF):
			if end := r.End(); !end.Killed() {
				live.Finish()
			}
			return nil
		case err != nil:
			return err
		}
		live.Event(&e)
	}
}

// crashed turns a rule's panic, which would end all tests, into an error.
func crashed(err *error) {
	if what := recover(); what != nil {
		*err = fmt.Errorf("a rule crashed: %v", what)
	}
}
