package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// barDelay is how long something may take before a bar is shown.
const barDelay = time.Second

// bar shows on a terminal how much of a log has been read, once that takes
// long. It has no color.
type bar struct {
	file  *os.File // nil: shows nothing
	start time.Time
	bar   *progressbar.ProgressBar // nil: not shown yet
}

func newBar(f *os.File) *bar {
	return &bar{file: terminalOf(f), start: time.Now()}
}

// at sets how many bytes have been read, of how many.
func (b *bar) at(done, size int64) {
	if b.file == nil || size <= 0 || b.bar == nil && time.Since(b.start) < barDelay {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions64(size,
			progressbar.OptionSetWriter(b.file), progressbar.OptionSetDescription("reading the log"),
			progressbar.OptionShowBytes(true), progressbar.OptionSetWidth(24), progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetElapsedTime(false))
	}
	b.bar.ChangeMax64(size)
	_ = b.bar.Set64(min(done, size-1)) // not drawing the bar does no harm
}

// clear removes the bar.
func (b *bar) clear() {
	if b.bar != nil {
		_ = b.bar.Clear() // not clearing the bar does no harm
		b.bar = nil
	}
}
