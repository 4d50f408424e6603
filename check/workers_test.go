package check_test

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// ending is a stream that returns the first left events of another stream, and then the result of end.
type ending struct {
	check.Stream
	left int
	end  func() error
}

func (s *ending) Next(e *event.Event) error {
	if s.left--; s.left < 0 {
		return s.end()
	}
	return s.Stream.Next(e)
}

// barriers returns the streams of n ranks that make 2,000 barriers; the stream of rank i calls end after left events.
func barriers(t *testing.T, n, i, left int, end func() error) []check.Input {
	j := replay.New(t, n)
	for range 2000 {
		j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	}
	j.Finalize()
	in := j.Inputs()
	in[i].Stream = &ending{in[i].Stream, left, end}
	return in
}

// TestWorkerPanics: a panic while a batch is filled reaches the caller, on any
// number of cores and in any batch, and no goroutine waits forever.
func TestWorkerPanics(t *testing.T) {
	for _, cores := range []int{1, 2, 3, 8} {
		for _, left := range []int{0, 300, 700, 2500} {
			in := barriers(t, 5, 3, left, func() error { panic("a fault of gomarmot") })
			func() {
				defer func() {
					f, is := recover().(*check.Fault)
					require.True(t, is, "%d cores, after %d events", cores, left)
					require.Equal(t, "a fault of gomarmot", f.What)
					require.Contains(t, string(f.Stack), "TestWorkerPanics", "of another goroutine")
				}()
				_, _ = check.Run(in, rules.All, check.Options{Cores: cores}, nil)
			}()
		}
	}
}

// TestStreamFails: a stream that fails is reported once, and all other streams are read to their ends; a stream that
// takes too much memory ends the check, while workers are busy.
func TestStreamFails(t *testing.T) {
	broken := errors.New("input/output error")
	excessive := &segment.FileError{Problem: segment.Excessive}
	for _, cores := range []int{1, 2, 3, 8} {
		for _, left := range []int{0, 300, 700, 2500} {
			in := barriers(t, 5, 3, left, func() error { return broken })
			_, err := check.Run(in, rules.All, check.Options{Cores: cores}, nil)
			require.ErrorIs(t, err, broken)
			var e event.Event
			for i := range in {
				if i != 3 {
					require.ErrorIs(t, in[i].Stream.Next(&e), io.EOF, "rank %d was not read to its end", i)
				}
			}
			in = barriers(t, 5, 3, left, func() error { return excessive })
			_, err = check.Run(in, rules.All, check.Options{Cores: cores}, nil)
			require.ErrorIs(t, err, excessive)
		}
	}
}
