package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// digestBudget is in microseconds, for the largest buffer that is read as a
// whole.
const digestBudget = 2

// digestLimit is the default of GOMARMOT_DIGEST.
const digestLimit = 64 << 10

// measureDigest digests write buffers in and out of the processor's caches, as
// a whole and as the default has it.
func measureDigest(b *bench) error {
	binary := filepath.Join(b.tmp, "digest")
	if err := compile(binary, b.source("digest.c"), "-I"+filepath.Join(b.root, "pmpi"),
		filepath.Join(b.root, "pmpi/memory/digest.c"), filepath.Join(b.root, "pmpi/base/note.c")); err != nil {
		return err
	}
	detail := table{title: "One digest of a write buffer, microseconds: median (first and ninth decile)",
		header: []string{"bytes", "read", "in the caches", "GB/s", "not in them", "GB/s"}}
	for _, bytes := range []int{4 << 10, digestLimit, 1 << 20, 16 << 20} {
		for _, setting := range []string{"", "1G"} {
			if setting != "" && bytes <= digestLimit {
				continue
			}
			warm, err := runDigest(binary, bytes, setting)
			if err != nil {
				return err
			}
			cold, err := runDigest(binary, bytes, setting, "cold")
			if err != nil {
				return err
			}
			line := []string{size(bytes), "all", warm.String(), warm.rate(bytes), cold.String(), cold.rate(bytes)}
			if setting == "" && bytes > digestLimit {
				line[1], line[3], line[5] = "sample", "", ""
			}
			detail.rows = append(detail.rows, line)
			if bytes == digestLimit {
				b.add(row{"digest of a write buffer of " + size(bytes), fmt.Sprintf("≤ %d µs", digestBudget),
					warm.String() + " µs", verdict(warm.median, digestBudget)})
			}
		}
	}
	b.details = append(b.details, detail)
	return nil
}

// digestTime is in microseconds.
type digestTime struct{ median, low, high float64 }

func (d digestTime) String() string {
	return fmt.Sprintf("%s (%s–%s)", short(d.median), short(d.low), short(d.high))
}

func (d digestTime) rate(bytes int) string { return short(float64(bytes) / d.median / 1000) }

// runDigest runs the program; setting is GOMARMOT_DIGEST.
func runDigest(binary string, bytes int, setting string, more ...string) (digestTime, error) {
	cmd := exec.Command(binary, append([]string{strconv.Itoa(bytes)}, more...)...)
	cmd.Env = append(os.Environ(), "GOMARMOT_DIGEST="+setting)
	out, err := cmd.Output()
	if err != nil {
		return digestTime{}, fmt.Errorf("digest of %d bytes: %w", bytes, err)
	}
	var d digestTime
	if n, _ := fmt.Sscanf(string(out), "nano %f %f %f", &d.median, &d.low, &d.high); n != 3 {
		return d, fmt.Errorf("digest printed %q", out)
	}
	return digestTime{d.median / 1000, d.low / 1000, d.high / 1000}, nil
}
