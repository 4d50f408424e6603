package acceptance

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
)

// passedTests knows which tests of the recorder have passed. Such a test is about
// the records, and that the program does not notice the recording; gomarmot's rules
// run too, but only to show that they are silent. As long as its inputs other than rules stay the
// same, it need not run again. A nil Cache remembers nothing.
type passedTests struct {
	cache *runCache
	// Depends names the inputs of all the tests.
	depends func() (string, error)

	skipped atomic.Int64
}

// skip ends a test that has passed before, unless -count is given.
func (p *passedTests) skip(t *testing.T) {
	t.Helper()
	key := p.key(t.Name())
	if _, ok := p.cache.get(key); ok && key != "" {
		p.skipped.Add(1)
		t.Skip("it has passed with this recorder; " + cacheVar + "=off lets it run")
	}
	t.Cleanup(func() {
		if key != "" && !t.Failed() && !t.Skipped() && !partly() {
			if _, err := p.cache.put(key, func(string) error { return nil }); err != nil {
				t.Error(err)
			}
		}
	})
}

// key is the name of a test's entry in the cache, "" where it has none.
func (p *passedTests) key(name string) string {
	if p.cache == nil || isSet("test.count") {
		return ""
	}
	depends, err := p.depends()
	if err != nil {
		return ""
	}
	key, err := cacheKey([]string{"passed", name, depends})
	if err != nil {
		return ""
	}
	return key
}

// tell prints how many tests did not run.
func (p *passedTests) tell(w *strings.Builder) {
	if n := p.skipped.Load(); n > 0 {
		fmt.Fprintf(w, "tests of the recorder that have passed with it before: %d\n", n)
	}
}

// RunOfRecorder runs the tests of a package, all of which are tests of the
// recorder, unless all have passed before. They depend on the folders or files, too.
func RunOfRecorder(m *testing.M, again *Retries, pkg string, depends ...string) (int, error) {
	env, err := take()
	if err != nil {
		return 1, err
	}
	flag.Parse()
	r := newRecorder(env.root, "", env.cache)
	p := passedTests{cache: env.cache, depends: func() (string, error) { return r.surroundings(depends...) }}
	key := p.key("all of " + pkg)
	if _, ok := env.cache.get(key); ok && !chosen() {
		return 0, env.note(pkg, "all tests have passed with this recorder before\n")
	}
	code := m.Run()
	var text strings.Builder
	again.tell(&text)
	if again.exceeded() {
		code = 1
	}
	if code == 0 && key != "" && !chosen() {
		if _, err := env.cache.put(key, func(string) error { return nil }); err != nil {
			return 1, err
		}
	}
	return code, env.note(pkg, text.String())
}

// chosen reports whether not all tests run.
func chosen() bool { return partly() || flag.Lookup("test.run").Value.String() != "" }

// partly reports whether not all subtests run.
func partly() bool {
	run := flag.Lookup("test.run")
	return run != nil && strings.Contains(run.Value.String(), "/") || isSet("test.skip") || testing.Short()
}

// isSet reports whether a flag was given.
func isSet(name string) bool {
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// surroundings names the inputs of tests of the recorder: the recorder, both
// MPIs, the user, variables, and the folders of the tests and their programs.
func (r *programRecorder) surroundings(folders ...string) (string, error) {
	recorder, err := r.recorder()
	if err != nil {
		return "", err
	}
	all := append([]string{recorder, fmt.Sprint(os.Geteuid(), os.Getegid())}, steered()...)
	for _, e := range os.Environ() {
		if strings.HasPrefix(e, "GOMARMOT_TEST_") {
			all = append(all, e)
		}
	}
	for i := range MPIs {
		all = append(all, r.identity(&MPIs[i]))
	}
	if info, ok := debug.ReadBuildInfo(); ok { // with tags other tests are in it
		for _, s := range info.Settings {
			if !strings.HasPrefix(s.Key, "vcs") {
				all = append(all, s.Key+"="+s.Value)
			}
		}
	}
	for _, dir := range folders {
		err := filepath.WalkDir(filepath.Join(r.root, dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(path)
			all = append(all, path, string(text))
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return cacheKey(all)
}
