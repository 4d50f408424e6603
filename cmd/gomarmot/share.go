package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/peers"
)

// join returns the processes that share the work of a report; nil: there are no others. Where an
// MPI launcher has started the command, the courier takes its place first, and starts it again.
func (a *app) join(library string) (*peers.Peers, error) {
	p, err := peers.Join()
	if err != nil {
		return nil, err
	}
	started := peers.Launched()
	switch {
	case p == nil && started > 1:
		courier, err := findCourier()
		if err != nil {
			return nil, err
		}
		return nil, peers.Become(courier, library)
	case p == nil:
		return nil, nil
	case p.Rank() > 0:
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(gcPercentOther)
		}
		a.out, a.err = io.Discard, io.Discard
	case p.Size() < started:
		return nil, fmt.Errorf("the launcher has started %d processes, but the MPI library sees %d: "+
			"pass the launcher's own one with --mpi-lib, or run gomarmot report without mpiexec", started, p.Size())
	}
	if p.Size() == 1 {
		return nil, nil
	}
	if p.Rank() == 0 {
		a.out = struct{ io.Writer }{a.out} // Open MPI's launcher makes it look like a terminal
	}
	return p, nil
}

func findCourier() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	library, err := launch.FindLibrary(self, os.Getenv(launch.LibraryVar))
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(library), peers.CourierName), nil
}
