package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// instructionCalls is the number of calls under callgrind: so few that the ring never fills.
const instructionCalls = ringSlots / 16

// measureInstructions counts, under valgrind, the instructions of a recorded MPI_Put on the thread of the program,
// with the recorder of the reference and of this build.
func measureInstructions(b *bench) error {
	reference, err := b.recorder()
	if err != nil {
		return err
	}
	before, err := b.instructions(reference)
	if err != nil {
		return err
	}
	after, err := b.instructions(b.preload())
	if err != nil {
		return err
	}
	b.add(row{label: "instructions of a recorded MPI_Put", figure: sample{after / before},
		detail: fmt.Sprintf("%.0f → %.0f", before, after)})
	return nil
}

// instructions counts the instructions of the wrapper of MPI_Put in a call.
func (b *bench) instructions(library string) (float64, error) {
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		return 0, fmt.Errorf("%w; make bench installs it", err)
	}
	binary, err := b.bursts()
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp(b.tmp, "instructions")
	if err != nil {
		return 0, err
	}
	profile := filepath.Join(dir, "profile")
	cmd := exec.Command(valgrind, "--tool=callgrind", "--callgrind-out-file="+profile, binary, "1", "1",
		strconv.Itoa(instructionCalls), "0", "put")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), noSummary, "LD_PRELOAD="+library)
	switch out, err := cmd.CombinedOutput(); {
	case err != nil:
		return 0, fmt.Errorf("valgrind: %w\n%s", err, out)
	case strings.Contains(string(out), "unwatched"):
		return 0, fmt.Errorf("nothing to count: %s", out)
	}
	out, err := exec.Command("callgrind_annotate", "--threshold=100", "--auto=no", profile).Output()
	if err != nil {
		return 0, fmt.Errorf("callgrind_annotate: %w", err)
	}
	wrapper, err := instructionsOf("MPI_Put", "libgomarmot.so", string(out))
	return wrapper / (2 * instructionCalls), err // callcost runs a burst to create the ring, and another
}

// instructionsOf adds up a function's own instructions in callgrind's list,
// which has a line for each source file that the function's code comes from.
func instructionsOf(function, library, list string) (float64, error) {
	re := regexp.MustCompile(`(?m)^\s*([\d,]+) \(.*:` + function + `( \[.*` + regexp.QuoteMeta(library) + `\])?$`)
	sum := 0.0
	for _, m := range re.FindAllStringSubmatch(list, -1) {
		n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	if sum == 0 {
		return 0, fmt.Errorf("callgrind saw no %s in %s", function, library)
	}
	return sum, nil
}
