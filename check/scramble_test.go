package check_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// TestScrambled: records with valid checksums and arbitrary contents cause no panic, and their check allocates less
// than a gigabyte. For some seconds, the test scrambles records of random programs. If GOMARMOT_SCRAMBLE names a
// folder, the test scrambles the logs below this folder instead; GOMARMOT_SCRAMBLE_TIME sets the time.
func TestScrambled(t *testing.T) {
	const most = 1 << 30 // bytes
	budget := 3 * time.Second
	if s := os.Getenv("GOMARMOT_SCRAMBLE_TIME"); s != "" {
		d, err := time.ParseDuration(s)
		require.NoError(t, err)
		budget = d
	}
	var logs []string
	if dir := os.Getenv("GOMARMOT_SCRAMBLE"); dir != "" {
		logs = logsBelow(t, dir)
	}
	known := map[string]bool{}
	end := time.Now().Add(budget)
	for seed := uint64(0); time.Now().Before(end); seed++ {
		rng := rand.New(rand.NewPCG(seed, 2027))
		name, in, events := fmt.Sprintf("program %d", seed), []check.Input(nil), [][]event.Event(nil)
		if len(logs) > 0 {
			name = logs[seed%uint64(len(logs))]
			in, events = readLog(name)
		} else {
			in, events = madeUp(t, seed)
		}
		for k := range 40 {
			scrambled := scramble(rng, events)
			before := allocated()
			stack := crash(in, scrambled)
			if at := strings.Join(frameRE.FindAllString(stack, 2), " "); stack != "" && !known[at] {
				known[at] = true
				t.Errorf("%s, seed %d, scrambled %d times: %s", name, seed, k+1, stack)
			}
			require.Less(t, allocated()-before, uint64(most), "%s, seed %d, scrambled %d times", name, seed, k+1)
		}
	}
}

// frameRE matches the frames of a stack that are in the tested code.
var frameRE = regexp.MustCompile(`(tracker|check|rules)/[\w/.]+\.go:\d+`)

// allocated returns the amount of memory that has been allocated so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// madeUp returns the events of a random program, which may have faults.
func madeUp(t *testing.T, seed uint64) ([]check.Input, [][]event.Event) {
	p := newMess(t, seed)
	if seed%2 == 0 {
		for range 1 + p.rng.IntN(5) {
			phases[p.rng.IntN(len(phases))](p.Job, p.n)
		}
	}
	in := p.Inputs()
	events := make([][]event.Event, len(in))
	for i := range events {
		events[i] = p.Rank(i).Events()
	}
	return in, events
}

// crash checks events, and returns the stack of the panic; "" if nothing has panicked.
func crash(in []check.Input, events [][]event.Event) (stack string) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *check.Fault:
			stack = x.Error()
		default:
			stack = fmt.Sprintf("%v\n\n%s", x, debug.Stack())
		}
	}()
	in = slices.Clone(in)
	for i := range in {
		in[i].Stream, in[i].Last = &listed{events[i]}, nil
		if events[i] == nil {
			in[i].Stream = nil
		}
	}
	_, _ = check.Run(in, rules.All, check.Options{Cores: 2}, nil)
	return ""
}

// listed is a stream of events in memory.
type listed struct{ left []event.Event }

func (l *listed) Next(e *event.Event) error {
	if len(l.left) == 0 {
		return io.EOF
	}
	*e, l.left = l.left[0], l.left[1:]
	if !check.Plausible(e) {
		*e = event.Event{Kind: event.Lost, N: 2, A: [event.MaxWords]int64{1, 1}}
	}
	return nil
}

// scramble returns the events with some of them changed.
func scramble(rng *rand.Rand, events [][]event.Event) [][]event.Event {
	out := make([][]event.Event, len(events))
	for i := range events {
		out[i] = slices.Clone(events[i])
	}
	some := func() (*[]event.Event, int) {
		for range 100 {
			r := &out[rng.IntN(len(out))]
			if len(*r) == 0 {
				continue
			}
			if at := rng.IntN(len(*r)); (*r)[at].Kind != event.Predef || rng.IntN(10) == 0 {
				return r, at
			}
		}
		return nil, 0
	}
	for range 1 + rng.IntN(4) {
		r, at := some()
		o, from := some()
		if r == nil {
			break
		}
		switch rng.IntN(8) {
		case 0:
			*r = slices.Delete(*r, at, min(at+1+rng.IntN(3), len(*r)))
		case 1:
			*r = slices.Insert(*r, at, (*r)[rng.IntN(len(*r))])
		case 2:
			*r = slices.Insert(*r, at, (*o)[from])
		case 3:
			(*r)[at], (*o)[from] = (*o)[from], (*r)[at]
		case 4:
			*r = (*r)[:at]
		default:
			twist(rng, &(*r)[at], &(*o)[from])
		}
	}
	return out
}

// twist changes a record; parts of it come from another record.
func twist(rng *rand.Rand, e, o *event.Event) {
	odd := []int64{0, -1, 1, 2, 1 << 20, 1 << 31, 1<<63 - 1, -1 << 63, int64(rng.Uint64())}
	switch rng.IntN(9) {
	case 0, 1, 2:
		e.A[rng.IntN(max(int(e.N), 1))] = odd[rng.IntN(len(odd))]
	case 3:
		e.A[rng.IntN(max(int(e.N), 1))] = o.A[rng.IntN(max(int(o.N), 1))]
	case 4:
		e.N = uint8(rng.IntN(event.MaxWords + 1))
	case 5:
		e.Blob = slices.Clone(e.Blob)
		if len(e.Blob) == 0 || rng.IntN(4) == 0 {
			e.Blob = slices.Clone(o.Blob)
		} else if rng.IntN(2) == 0 {
			e.Blob = e.Blob[:rng.IntN(len(e.Blob))]
		} else {
			e.Blob[rng.IntN(len(e.Blob))] ^= byte(1 + rng.IntN(255))
		}
	case 6:
		e.Kind = calls.Kind(rng.IntN(int(calls.MaxKind)))
		if rng.IntN(3) == 0 {
			e.Kind = event.Pad + calls.Kind(rng.IntN(20))
		}
	case 7:
		e.Phase = event.Phase(rng.IntN(3))
	default:
		e.Thread = uint16(rng.IntN(3))
		e.Time = uint64(rng.Int64N(1 << 40))
	}
}

// logsBelow returns the logs in a folder and its subfolders.
func logsBelow(t *testing.T, dir string) (out []string) {
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && filepath.Base(path) == logdir.Default+".d" {
			out = append(out, path[:len(path)-2])
		}
		return nil
	}))
	return out
}

// readLog returns the events of a log.
func readLog(path string) ([]check.Input, [][]event.Event) {
	const most = 20000 // events of a rank
	l, err := logdir.Open(path)
	if err != nil {
		return nil, [][]event.Event{nil}
	}
	defer l.Close()
	in := check.InputsOf(l)
	events := make([][]event.Event, len(in))
	for _, r := range l.Ranks() {
		for range most {
			var e event.Event
			if err := r.Next(&e); errors.Is(err, io.EOF) || err != nil {
				break
			}
			e.Blob = slices.Clone(e.Blob)
			events[r.Rank] = append(events[r.Rank], e)
		}
	}
	return in, events
}
