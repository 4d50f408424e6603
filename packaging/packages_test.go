//go:build dist

package packaging

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/elf"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dist is the folder in which make dist leaves the packages.
const dist = "../build/dist"

// packed is a file of a package, its name below the prefix. The folder of libraries
// is lib in all.
type packed struct {
	name string
	mode os.FileMode
	time int64
	data []byte
	link string
}

// theOne returns the only file that matches a pattern.
func theOne(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dist, pattern))
	require.NoError(t, err)
	require.Len(t, found, 1, "%s: run make dist", pattern)
	return found[0]
}

// unpack returns the files of a tar archive, below a prefix, and checks their owner.
func unpack(t *testing.T, r io.Reader, prefix string) map[string]packed {
	t.Helper()
	files := map[string]packed{}
	for archive := tar.NewReader(r); ; {
		h, err := archive.Next()
		if err == io.EOF {
			return files
		}
		require.NoError(t, err)
		assert.Zero(t, h.Uid+h.Gid, h.Name)
		name, ok := strings.CutPrefix(strings.TrimPrefix(filepath.Clean("/"+h.Name), "/"), prefix)
		if h.Typeflag == tar.TypeDir {
			assert.Equal(t, os.FileMode(0o755), h.FileInfo().Mode().Perm(), h.Name)
			continue
		}
		require.True(t, ok, h.Name)
		data, err := io.ReadAll(archive)
		require.NoError(t, err)
		files[name] = packed{name, h.FileInfo().Mode(), h.ModTime.Unix(), data, h.Linkname}
	}
}

// debMembers are the files in an archive of ar.
func debMembers(t *testing.T, path string) map[string][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	rest, ok := bytes.CutPrefix(data, []byte("!<arch>\n"))
	require.True(t, ok)
	members := map[string][]byte{}
	for len(rest) >= 60 {
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		require.NoError(t, err)
		members[strings.TrimRight(string(rest[:16]), " /")] = rest[60 : 60+size]
		rest = rest[60+size+size%2:]
	}
	return members
}

func gunzip(t *testing.T, data []byte) io.Reader {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	return r
}

// rpmFiles are the files of an .rpm, by cpio: names, modes and content.
func rpmFiles(t *testing.T, path string) map[string]packed {
	t.Helper()
	dir := t.TempDir()
	// The status is cpio's. rpm2cpio fails, because it compares the size with a tag that nfpm sets to the size of
	// the files alone.
	script := fmt.Sprintf("rpm2cpio %s | (cd %s && cpio -idm --quiet --no-absolute-filenames)", path, dir)
	out, err := exec.Command("sh", "-euc", script).CombinedOutput()
	require.NoError(t, err, "%s", out)
	files := map[string]packed{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		require.NoError(t, err)
		name, ok := strings.CutPrefix(path, dir+"/usr/")
		require.True(t, ok, path)
		if below, ok := strings.CutPrefix(name, "lib64/"); ok {
			name = "lib/" + below
		}
		f := packed{name: name, mode: info.Mode(), time: info.ModTime().Unix()}
		if info.Mode()&os.ModeSymlink != 0 {
			f.link, err = os.Readlink(path)
		} else {
			f.data, err = os.ReadFile(path)
		}
		require.NoError(t, err)
		files[name] = f
		return nil
	}))
	return files
}

// TestPackages: the three packages have the files that packaging/files lists, all with the same time. They need the
// version of the C library that docs/packages.md promises, and do not name the folder that they were built in.
func TestPackages(t *testing.T) {
	members := debMembers(t, theOne(t, "gomarmot_*.deb"))
	archive := theOne(t, "gomarmot-*.tar.gz")
	data, err := os.ReadFile(archive)
	require.NoError(t, err)
	all := map[string]map[string]packed{
		"tar.gz": unpack(t, gunzip(t, data), strings.TrimSuffix(filepath.Base(archive), ".tar.gz")+"/"),
		"deb":    unpack(t, gunzip(t, members["data.tar.gz"]), "usr/"),
		"rpm":    rpmFiles(t, theOne(t, "gomarmot-*.rpm")),
	}
	here, err := filepath.Abs("..")
	require.NoError(t, err)
	at := all["tar.gz"]["bin/gomarmot"].time
	names := namesOf(all["tar.gz"])
	for kind, files := range all {
		// Not Equal, which would print a thousand names.
		require.True(t, maps.Equal(names, namesOf(files)), "%s has %d files, tar.gz %d", kind, len(files), len(names))
		checkListed(t, kind, files)
		for _, f := range files {
			if f.link == "" && kind != "rpm" { // an .rpm has the times in its header
				require.Equal(t, at, f.time, "%s: %s", kind, f.name)
			}
			assert.False(t, bytes.Contains(f.data, []byte(here)), "%s: %s names %s", kind, f.name, here)
			assert.NotEqual(t, ".go", filepath.Ext(f.name), kind)
		}
		checkGlibc(t, kind, files)
	}
	control := unpack(t, gunzip(t, members["control.tar.gz"]), "")["control"]
	assert.Contains(t, string(control.data), "\nDepends: libc6 (>= "+promised(t)+")\n")
}

func namesOf(files map[string]packed) map[string]bool {
	names := map[string]bool{}
	for name := range files {
		names[name] = true
	}
	return names
}

// checkListed: the package has all files that packaging/files lists, with their modes, also the libraries of
// "gomarmot cc" and the passes for compilers.
func checkListed(t *testing.T, kind string, files map[string]packed) {
	list, err := os.ReadFile("files")
	require.NoError(t, err)
	command := strings.Fields(string(files["share/gomarmot/modulefiles/tcl/gomarmot/"+versionOf(t)].data))
	assert.NotEmpty(t, command, kind)
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		to := strings.NewReplacer("@LIB@", "lib", "@VERSION@", versionOf(t)).Replace(words[2])
		mode := strings.TrimSuffix(words[0], "?")
		found := 0
		for name, f := range files {
			switch {
			case name == to && mode == "link":
				found++
				assert.Equal(t, words[1], f.link, "%s: %s", kind, name)
			case name == to, strings.HasSuffix(to, "/") && strings.HasPrefix(name, to):
				found++
				want, err := strconv.ParseUint(mode, 8, 32)
				require.NoError(t, err)
				if f.mode.Perm()&0o111 == 0 || !strings.HasSuffix(to, "/") {
					assert.Equal(t, os.FileMode(want), f.mode.Perm(), "%s: %s", kind, name)
				}
			}
		}
		assert.Positive(t, found, "%s: %s", kind, to)
	}
}

// versionOf is the version of the packages.
func versionOf(t *testing.T) string {
	name := strings.TrimPrefix(filepath.Base(theOne(t, "gomarmot-*.tar.gz")), "gomarmot-")
	version, _, ok := strings.Cut(name, "-linux-")
	require.True(t, ok)
	return version
}

// promised is the version of the C library in docs/packages.md.
func promised(t *testing.T) string {
	doc, err := os.ReadFile("../docs/packages.md")
	require.NoError(t, err)
	_, said, ok := strings.Cut(string(doc), "glibc ")
	require.True(t, ok)
	said, _, _ = strings.Cut(said, " ")
	return said
}

// checkGlibc: the libraries need exactly the promised version of the C library. The command needs no C library.
func checkGlibc(t *testing.T, kind string, files map[string]packed) {
	dir := t.TempDir()
	args := []string{"run", "./glibc"}
	for name, f := range files {
		if !bytes.HasPrefix(f.data, []byte(elf.ELFMAG)) {
			continue
		}
		path := filepath.Join(dir, filepath.Base(name))
		require.NoError(t, os.WriteFile(path, f.data, 0o600))
		args = append(args, path)
		file, err := elf.NewFile(bytes.NewReader(f.data))
		require.NoError(t, err)
		assert.Nil(t, file.Section(".debug_info"), "%s: %s", kind, name)
		if name == "bin/gomarmot" {
			libraries, err := file.ImportedLibraries()
			require.NoError(t, err)
			assert.Empty(t, libraries, "%s: %s", kind, name)
		}
	}
	require.Len(t, args, 2+9, kind)
	out, err := exec.Command("go", args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, promised(t), strings.TrimSpace(string(out)), kind)
}
