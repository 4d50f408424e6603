package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

func main() {
	heap := collectSeldom()
	a := &app{out: os.Stdout, err: os.Stderr, check: checkLog}
	code := a.run(os.Args[1:])
	runtime.KeepAlive(heap)
	os.Exit(code)
}

// app is an invocation of the command.
type app struct {
	out, err io.Writer
	// check reads the log at a path, or the directories of a run from several nodes, and applies the rules; if timed,
	// it gathers the timeline too. An error means that the log could not be checked.
	check func(paths []string, set []*rules.Rule, opt check.Options) (*report.Report, error)
	color colorFlag
	// code is the exit code of a command that succeeded.
	code int
}

// run executes the command line and returns the exit code. Each failure is reported by a sentence on the error stream.
func (a *app) run(args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			stack := debug.Stack()
			if f, ok := p.(*check.Fault); ok {
				p, stack = f.What, f.Stack
			}
			a.fail(fmt.Sprintf("internal error: %v; this is a bug in gomarmot, "+
				"please report it together with the log and these lines:", p))
			fmt.Fprintf(a.err, "%s", stack)
			code = exitFailed
		}
	}()
	root := a.root()
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(a.err)
	if err := root.Execute(); err != nil {
		a.fail(err.Error())
		return exitFailed
	}
	return a.code
}

// fail prints a message as a single line.
func (a *app) fail(msg string) {
	lines := strings.FieldsFunc(msg, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = foreign.Line(strings.TrimSpace(lines[i]))
	}
	fmt.Fprintln(a.err, "gomarmot: "+strings.Join(lines, "; "))
}
