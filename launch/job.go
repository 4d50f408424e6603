package launch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Job is a launcher to run. The launcher shares the terminal, the process group and the standard streams with this
// process, so a shell's job control applies to both.
type Job struct {
	Argv    []string
	Env     []Var         // in addition to this process's environment
	Timeout time.Duration // 0: no limit
	// Interrupts is how many SIGINT or SIGQUIT the launcher may get before the next kills the job; 0 is the same as
	// 1.
	Interrupts int
	// Stop ends the job when it is closed, as the timeout does; may be nil.
	Stop <-chan struct{}
	// Grace is the time between SIGTERM and SIGKILL.
	Grace  time.Duration
	Stdin  *os.File
	Stdout *os.File
	Stderr *os.File
	// Note is called with a sentence about each action on the job; may be nil.
	Note func(string)
}

// Outcome is how a job ended.
type Outcome struct {
	// Code is the launcher's exit status, 128 + N if signal N ended it.
	Code     int
	TimedOut bool
	// Interrupted is the first signal to this process that it took as a request to end the job; 0 if there was
	// none.
	Interrupted syscall.Signal
	Stopped     bool // by Job.Stop
}

// Run starts the job and waits for its end.
//
// A terminal sends Ctrl-C to the launcher, too, which is in the foreground process group; a SIGINT or SIGQUIT from
// elsewhere is passed on. The first such signal after Interrupts others kills launcher and ranks. SIGTERM and SIGHUP
// are passed on as SIGTERM; if the job has not ended after the grace period, it is killed. At its timeout the job gets
// SIGTERM, too. No process of a job that was ended by a signal, its timeout or Stop is left on this machine.
func (j *Job) Run() (Outcome, error) {
	adoptOrphans()
	signals := make(chan os.Signal, 16)
	notify(signals)
	defer signal.Stop(signals)
	cmd := exec.Command(j.Argv[0], j.Argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = j.Stdin, j.Stdout, j.Stderr
	cmd.Env = os.Environ()
	for _, v := range j.Env {
		cmd.Env = append(cmd.Env, v.Name+"="+v.Value)
	}
	if err := cmd.Start(); errors.Is(err, syscall.ENOEXEC) {
		return Outcome{}, fmt.Errorf("cannot start %s: %w: it is for another kind of machine, "+
			"or a script whose first line names no interpreter", j.Argv[0], syscall.ENOEXEC)
	} else if err != nil {
		return Outcome{}, fmt.Errorf("cannot start %s: %w", j.Argv[0], reason(err))
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	o, err := j.attend(cmd.Process, signals, ended)
	if err != nil {
		return o, err
	}
	o.Code = exitStatus(cmd.ProcessState)
	if o.TimedOut || o.Stopped || o.Interrupted != 0 {
		awaitDescendants(2 * time.Second)
		killDescendants()
	}
	return o, nil
}

// notify subscribes to the signals that concern the job, except those that this
// process was started to ignore.
func notify(c chan<- os.Signal) {
	for _, s := range []os.Signal{
		syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGUSR2,
	} {
		if !signal.Ignored(s) {
			signal.Notify(c, s)
		}
	}
}

// attend watches the launcher until it has ended.
func (j *Job) attend(p *os.Process, signals <-chan os.Signal, ended <-chan error) (Outcome, error) {
	var o Outcome
	var timeout, kill <-chan time.Time
	if j.Timeout > 0 {
		timeout = time.After(j.Timeout)
	}
	interrupts, stop := 0, j.Stop
	terminate := func() {
		_ = p.Signal(syscall.SIGTERM) // it may have ended
		if kill == nil {
			kill = time.After(j.Grace)
		}
	}
	for {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				return o, fmt.Errorf("wait for %s: %w", j.Argv[0], err)
			}
			return o, nil
		case <-timeout:
			o.TimedOut = true
			j.note("the time limit of %v is up: the job is terminated", j.Timeout)
			terminate()
		case <-stop:
			o.Stopped, stop = true, nil
			terminate()
		case <-kill:
			j.note("the job did not end within %v after SIGTERM: it is killed", j.Grace)
			killDescendants()
		case s := <-signals:
			if s == syscall.SIGUSR1 || s == syscall.SIGUSR2 {
				_ = p.Signal(s) // it may have ended
				continue
			}
			if o.Interrupted == 0 {
				o.Interrupted = s.(syscall.Signal)
			}
			switch s {
			case syscall.SIGINT, syscall.SIGQUIT:
				if interrupts++; interrupts > max(j.Interrupts, 1) {
					j.note("interrupted again: the job is killed")
					killDescendants()
				} else if !foreground() {
					_ = p.Signal(s) // it may have ended
				}
			default:
				terminate()
			}
		}
	}
}

func (j *Job) note(format string, args ...any) {
	if j.Note != nil {
		j.Note(fmt.Sprintf(format, args...))
	}
}

// foreground reports whether this process's group has the terminal: if so, the terminal has sent Ctrl-C to the
// launcher, too.
func foreground() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDONLY|unix.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer tty.Close() // only queried
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}

// exitStatus returns the exit status as a shell reports it.
func exitStatus(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}
