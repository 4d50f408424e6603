package acceptance

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// runCache keeps folders of files by the key of their inputs. It is the folder gomarmot-test in the user's folder of
// caches, or in the folder that GOMARMOT_TEST_CACHE names; "off" switches it off. Several test processes may use it at
// once: an entry appears whole, by a rename, and is never changed. A nil Cache keeps nothing.
type runCache struct {
	dir string
	max int64 // bytes of all entries, see Trim
}

const (
	cacheVar     = "GOMARMOT_TEST_CACHE"
	cacheSizeVar = "GOMARMOT_TEST_CACHE_MB"
	cacheSize    = 2048 // MB
	// recent is for how long an entry stays that has been used: a test may be
	// using it still.
	recent = time.Hour
	// sumFile is in each entry: the checksum of its other files. Its time says
	// when the entry was used last.
	sumFile = "sum"
)

// openCache returns the cache that the environment selects, nil for none and for
// a user who cannot have a cache.
func openCache() (*runCache, error) {
	base := os.Getenv(cacheVar)
	if base == "off" {
		return nil, nil
	}
	named := base != ""
	if !named {
		var err error
		if base, err = os.UserCacheDir(); err != nil {
			return nil, nil // a user without a home
		}
	}
	dir, err := filepath.Abs(filepath.Join(base, "gomarmot-test"))
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		if named {
			return nil, err
		}
		return nil, nil
	}
	c := &runCache{dir: dir, max: cacheSize << 20}
	if text := os.Getenv(cacheSizeVar); text != "" {
		mb, err := strconv.ParseInt(text, 10, 40)
		if err != nil || mb < 0 {
			return nil, fmt.Errorf("%s=%s: not a number of MB", cacheSizeVar, text)
		}
		c.max = mb << 20
	}
	return c, nil
}

// entryRE matches names of entries. Nothing else is removed.
var entryRE = regexp.MustCompile(`^[0-9a-f]{32}$`)

// cacheKey is the name of an entry: a hash of the inputs that it is built from.
func cacheKey(from any) (string, error) {
	text, err := json.Marshal(from)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), nil
}

// get returns the folder of an entry; ok is false if there is none or the key is
// invalid. A damaged entry is removed and counts as none.
func (c *runCache) get(key string) (dir string, ok bool) {
	if c == nil || !entryRE.MatchString(key) {
		return "", false
	}
	dir = filepath.Join(c.dir, key)
	name := filepath.Join(dir, sumFile)
	want, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		_ = os.RemoveAll(dir) // there may be half an entry, as of a trim that was interrupted
		return "", false
	}
	if sum, sumErr := sumOf(dir); err != nil || sumErr != nil || sum != string(want) {
		_ = os.RemoveAll(dir) // then it is replaced
		return "", false
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // only Trim looks at it
	return dir, true
}

// put adds an entry: fill puts its files into a folder. An existing entry is
// replaced.
func (c *runCache) put(key string, fill func(dir string) error) (dir string, err error) {
	if !entryRE.MatchString(key) {
		return "", fmt.Errorf("%q is not a key of the cache", key)
	}
	temp, err := os.MkdirTemp(c.dir, "new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp) // of a failure; a complete entry is renamed
	if err := fill(temp); err != nil {
		return "", err
	}
	sum, err := sumOf(temp)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(temp, sumFile), []byte(sum), 0o600); err != nil {
		return "", err
	}
	dir = filepath.Join(c.dir, key)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.Rename(temp, dir); err != nil && !errors.Is(err, fs.ErrExist) { // another process was faster
		return "", err
	}
	return dir, nil
}

// sumOf is a checksum of the names and bytes of all files below dir.
func sumOf(dir string) (string, error) {
	h := sha256.New()
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || name == sumFile {
			return err
		}
		text, err := fs.ReadFile(root, name)
		fmt.Fprintf(h, "%s %d\n", name, len(text))
		h.Write(text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// trim removes the entries that were used longest ago until the rest is within
// the cache's size. Entries of the last hour stay.
func (c *runCache) trim() error {
	if c == nil {
		return nil
	}
	type entry struct {
		dir  string
		size int64
		used time.Time
	}
	var all []entry
	var total int64
	dirs, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	for _, d := range dirs {
		if !entryRE.MatchString(d.Name()) && !strings.HasPrefix(d.Name(), "new-") {
			continue // not of the cache
		}
		e := entry{dir: filepath.Join(c.dir, d.Name())}
		for _, name := range []string{e.dir, filepath.Join(e.dir, sumFile)} {
			if info, err := os.Stat(name); err == nil {
				e.used = info.ModTime()
			}
		}
		e.size = sizeOf(e.dir)
		all, total = append(all, e), total+e.size
	}
	slices.SortFunc(all, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range all {
		if total <= c.max || time.Since(e.used) < recent {
			break
		}
		if err := os.RemoveAll(e.dir); err != nil {
			return err
		}
		total -= e.size
	}
	return nil
}
