package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Builds keeps the binaries of programs, so that each is compiled once for an
// MPI, whatever it is run under.
type Builds struct {
	Dir   string
	mu    sync.Mutex
	built map[string]func() (string, error)
}

// Binary compiles a program for the MPI, if that has not been done yet, and
// returns the binary's path. A script is run as it is.
func (b *Builds) Binary(m *MPI, p *Program) (string, error) {
	if filepath.Ext(p.Path) == ".py" {
		return p.Path, nil
	}
	key := m.CC + " " + p.Path
	b.mu.Lock()
	if b.built == nil {
		b.built = map[string]func() (string, error){}
	}
	build := b.built[key]
	if build == nil {
		dir := filepath.Join(b.Dir, fmt.Sprint(len(b.built)))
		build = sync.OnceValues(func() (string, error) {
			binary := filepath.Join(dir, strings.TrimSuffix(filepath.Base(p.Path), filepath.Ext(p.Path)))
			if err := os.Mkdir(dir, 0o700); err != nil {
				return "", err
			}
			return binary, m.Compile(p.Path, binary, p.Flags...)
		})
		b.built[key] = build
	}
	b.mu.Unlock()
	return build()
}
