package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/peers"
	"github.com/gomarmot/gomarmot/rules"
)

// sharedCost is the cost of gomarmot report on a number of processes.
type sharedCost struct {
	wall, cpu     float64 // seconds
	first, others float64 // peak memory in MB: of the first process, and the largest of the others
}

// measureProcesses compares a report by two processes under mpiexec with a report by one process, each process on
// one core.
func measureProcesses(b *bench) error {
	mpiexec, err := exec.LookPath("mpiexec.openmpi")
	if err != nil {
		return err
	}
	b.patience = time.Duration(b.pick(300, 20)) * time.Second
	s := logSize{halo, 1000, 1000 * b.pick(100_000, 1000)}
	log, err := b.log(s)
	if err != nil {
		return err
	}
	var faster, cpu, memory sample
	var one, two sharedCost
	noisy, err := b.mostlyDisturbed(b.pick(1, 3), func() error {
		if one, err = b.runProcesses(mpiexec, log.path, 1); err != nil {
			return err
		}
		if two, err = b.runProcesses(mpiexec, log.path, 2); err != nil {
			return err
		}
		faster, cpu = append(faster, one.wall/two.wall), append(cpu, two.cpu/one.cpu)
		memory = append(memory, max(two.first, two.others)/one.first)
		return nil
	})
	if err != nil {
		return err
	}
	b.add(row{label: "two processes, " + s.String(), figure: faster, budget: atLeast(1.6), noisy: noisy,
		detail: fmt.Sprintf("%s → %s s", short(one.wall), short(two.wall))},
		row{label: "their processor time", figure: cpu, budget: atMost(1.15),
			detail: fmt.Sprintf("%s → %s s", short(one.cpu), short(two.cpu))},
		row{label: "the memory of the larger of them", figure: memory, budget: atMost(0.6),
			detail: fmt.Sprintf("%s → %s and %s MB", short(one.first), short(two.first), short(two.others))})
	return nil
}

// runProcesses runs the command on a number of processes, with one core for each.
func (b *bench) runProcesses(mpiexec, log string, n int) (c sharedCost, err error) {
	command := []string{b.command(), "report", log}
	if n > 1 {
		command = append([]string{mpiexec, "--oversubscribe", "--bind-to", "none", "-n", strconv.Itoa(n)}, command...)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return c, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				return c, fmt.Errorf("%w\n%s", err, out.String())
			}
			c.wall = time.Since(start).Seconds()
			c.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
			return c, nil
		case <-time.After(20 * time.Millisecond):
			c.look(cmd.Process.Pid, log)
		}
	}
}

// look reads the peak memory of the processes that check the log: process pid, or the processes that the launcher
// pid has started.
func (c *sharedCost) look(pid int, log string) {
	c.first = max(c.first, ownPeak(pid, log))
	dirs, _ := filepath.Glob("/proc/[0-9]*") // the pattern is well-formed
	for _, dir := range dirs {
		other, _ := strconv.Atoi(filepath.Base(dir))
		env, _ := os.ReadFile(filepath.Join(dir, "environ")) // it may have ended
		if !bytes.Contains(env, []byte("GOMARMOT_COURIER=")) {
			continue
		}
		if bytes.Contains(env, []byte("OMPI_COMM_WORLD_RANK=0\x00")) {
			c.first = max(c.first, ownPeak(other, log))
		} else {
			c.others = max(c.others, ownPeak(other, log))
		}
	}
}

// ownPeak is the peak memory of a process in MB if it is gomarmot report on this log; else 0.
func ownPeak(pid int, log string) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // gone: no text
	args := strings.Split(string(text), "\x00")
	if filepath.Base(args[0]) != "gomarmot" || !strings.Contains(string(text), log) {
		return 0
	}
	return peakOf(pid)
}

// metered is a process that counts the bytes that it sends.
type metered struct {
	*peers.Local
	mu    *sync.Mutex
	bytes *int
}

func (m metered) Send(to int, message []byte) error {
	m.mu.Lock()
	*m.bytes += len(message)
	m.mu.Unlock()
	return m.Local.Send(to, message)
}

// exchangedBy returns the number of bytes that n processes send for each record.
func exchangedBy(log string, n, records int) (float64, error) {
	var mu sync.Mutex
	var group sync.WaitGroup
	total := 0
	all := peers.NewLocal(n)
	for _, p := range all[1:] {
		group.Go(func() {
			// The first process returns the error.
			_ = check.Serve(log, rules.Select(false), check.Options{Peers: metered{p, &mu, &total}})
		})
	}
	defer group.Wait()
	defer all[0].End()
	j, err := check.Log(log, rules.Select(false), check.Options{Peers: metered{all[0], &mu, &total}})
	if err != nil {
		return 0, err
	}
	defer j.Log.Close() // only read
	mu.Lock()
	defer mu.Unlock()
	return float64(total) / float64(records), nil
}
