package main

import (
	"fmt"
	"slices"
	"syscall"
	"time"
)

// sample holds the figures of a measure, one for each repeat.
type sample []float64

// quantile returns the figure below which the given part of the sample lies.
func (s sample) quantile(q float64) float64 {
	if len(s) == 0 {
		return 0
	}
	c := slices.Sorted(slices.Values(s))
	return c[min(int(q*float64(len(c))), len(c)-1)]
}

func (s sample) median() float64 { return s.quantile(0.5) }
func (s sample) min() float64    { return s.quantile(0) }
func (s sample) max() float64    { return s.quantile(1) }

// over divides each figure by the figure of the same repeat in another sample.
func (s sample) over(o sample) sample {
	out := make(sample, len(s))
	for i, v := range s {
		out[i] = v / o[i]
	}
	return out
}

// String shows median and range.
func (s sample) String() string {
	if len(s) == 1 {
		return short(s[0])
	}
	return fmt.Sprintf("%s (%s–%s)", short(s.median()), short(s.min()), short(s.max()))
}

// short rounds to two decimals below 10, one below 100, none above; below 0.1 to two significant digits.
func short(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v < 0.1:
		return fmt.Sprintf("%.2g", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// processorTime is the processor time that this process has used up to now, on all threads.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // the arguments are right: it cannot fail
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// plural counts things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
