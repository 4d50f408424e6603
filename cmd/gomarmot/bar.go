package main

import (
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// barDelay is how long something may take before a bar is shown.
const barDelay = time.Second

// barWidth is the width of a bar, with its percentage, in columns.
const barWidth = 40

// bar shows on a terminal how much of a log has been read, once that takes
// long. It has no color.
type bar struct {
	file  *os.File // nil: shows nothing
	start time.Time
	all   *mpb.Progress // nil: not shown yet
	bar   *mpb.Bar
}

func newBar(f *os.File) *bar {
	return &bar{file: terminalOf(f), start: time.Now()}
}

// at sets how many bytes have been read, of how many.
func (b *bar) at(done, size int64) {
	if b.file == nil || size <= 0 || b.all == nil && time.Since(b.start) < barDelay {
		return
	}
	if b.all == nil {
		b.all = mpb.New(mpb.WithOutput(b.file), mpb.WithAutoRefresh(), mpb.WithWidth(barWidth))
		b.bar = b.all.AddBar(size, mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name("reading the log")),
			mpb.AppendDecorators(decor.CountersKibiByte("% .1f of % .1f, "), decor.Percentage()))
	}
	b.bar.SetTotal(size, false)
	b.bar.SetCurrent(min(done, size-1))
}

// clear removes the bar.
func (b *bar) clear() {
	if b.all == nil {
		return
	}
	b.bar.Abort(true)
	b.all.Wait()
	b.all = nil
}
