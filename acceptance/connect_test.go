//go:build mpi

package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// meeting returns a folder with the program of two jobs that meet at a port, and a function that returns the command to
// start one of the jobs. Open MPI connects jobs of two launchers by way of ompi-server; Debian's MPICH cannot open a
// port.
func meeting(t *testing.T) (w work, start func(who, how string) string) {
	t.Helper()
	w = compiled(t, &MPIs[0], "acceptance", "testdata", "connect.c")
	uri := filepath.Join(w.dir, "uri")
	server := exec.Command("ompi-server", "--no-daemonize", "-r", uri)
	server.Env = append(server.Environ(), w.m.Env...)
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Kill() // it may have ended
		_ = server.Wait()         // it was killed
	})
	require.Eventually(t, func() bool {
		info, err := os.Stat(uri)
		return err == nil && info.Size() > 0
	}, time.Minute, 50*time.Millisecond)
	return w, func(who, how string) string {
		return fmt.Sprintf("%s --ompi-server file:%s -n 2 ./app %s %s", strings.Join(w.m.Mpiexec, " "), uri, who, how)
	}
}

// TestConnectedByOneCommand: jobs that one command starts and that meet at a port are compared.
func TestConnectedByOneCommand(t *testing.T) {
	ofRecorder(t)
	w, start := meeting(t)
	for how, code := range map[string]int{"wrong": 1, "right": 0} {
		r := w.run("run", "--", "sh", "-c", fmt.Sprintf("rm -f port; %s & %s; wait", start("server", how), start("client", how)))
		require.Equal(t, code, r.code, "%s%s", r.out, r.err)
		if how == "wrong" {
			meets(t, r.err)
		}
		assert.NotContains(t, oneLine(r.err), "these messages were not compared")
	}
}

// meets requires that a report has the finding about the message between both jobs, once.
func meets(t *testing.T, text string) {
	t.Helper()
	assert.Equal(t, 1, strings.Count(text, "ERROR MSG006"), "%s", text)
	assert.Contains(t, oneLine(text), "ranks 2-3 are ranks 0-1 of the job that was connected here; its log is ")
}

// TestConnectedByTwoCommands: the report of a job compares it with the job whose log is named by --with.
func TestConnectedByTwoCommands(t *testing.T) {
	ofRecorder(t)
	w, start := meeting(t)
	var jobs sync.WaitGroup
	for _, who := range []string{"server", "client"} {
		jobs.Go(func() {
			w := w
			w.env = append(w.env, "GOMARMOT_LOG="+who+".log")
			r := w.run("run", "--", "sh", "-c", start(who, "wrong"))
			assert.Zero(t, r.code, "%s%s", r.out, r.err)
			assert.Contains(t, oneLine(r.err), "these messages were not compared")
		})
	}
	jobs.Wait()
	for one, other := range map[string]string{"server.log": "client.log", "client.log": "server.log"} {
		assert.Zero(t, w.run("report", one).code)
		r := w.run("report", one, "--with", other)
		require.Equal(t, 1, r.code, "%s%s", r.out, r.err)
		meets(t, r.out)
		assert.Contains(t, r.out, other)
	}
}
