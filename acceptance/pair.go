package acceptance

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// programEnd is how a program that was started without mpiexec ended.
type programEnd struct {
	exit   int    // its status, or -1
	signal string // the signal that ended it
	core   bool   // the system wrote a core file
	stdout string
	stderr string
}

// singleTimeout bounds the run of a single process.
const singleTimeout = 60 * time.Second

// runSingle runs a command as an MPI job of a single process, without mpiexec, so
// that the test sees how the process itself ends.
func (m *MPI) runSingle(l Launch) (programEnd, error) {
	timeout := l.Timeout
	if timeout == 0 {
		timeout = singleTimeout
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, l.Binary, l.Args...)
	cmd.Dir = l.Dir
	cmd.Env = append(append(os.Environ(), m.Env...), l.Env...)
	if l.Preload != "" {
		cmd.Env = append(cmd.Env, "LD_PRELOAD="+l.Preload)
	}
	cmd.WaitDelay = 3 * time.Second
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if ctx.Err() != nil || err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return programEnd{}, errors.Join(err, ctx.Err(), errors.New(out.String()+stderr.String()))
	}
	e := programEnd{exit: cmd.ProcessState.ExitCode(), stdout: out.String(), stderr: stderr.String()}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.signal, e.core = status.Signal().String(), status.CoreDump()
	}
	return e, nil
}

// numbers match texts that differ between two runs of the same program: addresses, process numbers, and offsets in the
// system's libraries.
var numbers = []*regexp.Regexp{
	regexp.MustCompile(`\[0x[0-9a-f]+\]`),
	regexp.MustCompile(`^\[[^\]]*:\d+(:\d+)?(:\d+)?\]`),
	regexp.MustCompile(`\(tid: +\d+\)`),
	regexp.MustCompile(`at address:? 0x[0-9a-f]{3,}`), // for a signal that was sent, the sender
}

// normal returns a program's standard error in a form that is
// the same in every run, without gomarmot's own lines.
func normal(stderr string) string {
	var b strings.Builder
	for line := range strings.Lines(stderr) {
		if strings.HasPrefix(line, "gomarmot: ") {
			continue
		}
		for _, re := range numbers {
			line = re.ReplaceAllString(line, "[]")
		}
		b.WriteString(line)
	}
	return b.String()
}
