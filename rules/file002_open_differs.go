package rules

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// opensDiffer is a collective open with different access modes, files or hints.
var opensDiffer = &Rule{
	ID:       "FILE002",
	MPI:      "2.0",
	Title:    "ranks pass different access modes, files or hints to the same open",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Opening a File; Reserved File Hints",
	Says: "All processes of an MPI_File_open pass the same access mode, and file names that refer to the same file. " +
		"Hints that the standard marks [SAME], such as cb_nodes and striping_factor, have one value on all processes " +
		"that give them.",
	Doc: "Opening a file is one operation of all ranks. If the modes differ, some libraries refuse it on some ranks " +
		"only, others let each rank use its own; if the files differ, collective accesses write to the wrong one. " +
		"With hints that differ, a library may plan one collective access in two ways, so that ranks wait for each " +
		"other forever. A hint that only some ranks give is a warning: some libraries end the program.",
	Advice: "Pass the same access mode and hints on all ranks, and an absolute name in a file system that they " +
		"share; to open a file for one rank only, use MPI_COMM_SELF.",
	Silent: []string{
		"different names for the same file",
		"different values of other hints, such as access_style; values that are equal but for spaces and leading zeros",
		"ranks that never reach the open, which is COLL002",
	},
	Limit: "Files are compared by the inode each rank sees after the open and, on the same host, also by device; a " +
		"file system that numbers its files differently on each host looks like different files. If the open failed " +
		"or never returned on a rank, only the last parts of the names are compared. Hints of MPI libraries' own are " +
		"not compared, nor are info objects that the MPI library has returned. Hints of MPI_File_set_view and " +
		"MPI_File_set_info are FILE008.",
	Facts: []fact.Kind{fact.OfOpened},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Opened)
		a := -1
		for b := range f.Row {
			switch {
			case f.Row[b].Site.IsZero():
			case a < 0:
				a = b
			default:
				r := Report{Sites: []tracker.Site{f.Row[a].Site, f.Row[b].Site}, Object: f.Object}
				why := openDiffers(f, a, b)
				if why == "" {
					why, r.Severity = hintMissing(f, a, b), Warning
				}
				if why != "" {
					p.Report(r, "MPI_File_open: %s", why)
					return
				}
			}
		}
	},
}

// openDiffers says how the opens of two members differ; "" if they agree.
func openDiffers(f *fact.Opened, a, b int) string {
	x, y := &f.Row[a], &f.Row[b]
	ra, rb := f.Members[a], f.Members[b]
	var why []string
	if x.Amode != y.Amode {
		why = append(why, fmt.Sprintf("rank %d passes the access mode %s, rank %d passes %s",
			ra, amodeText(f.Flavour, x.Amode), rb, amodeText(f.Flavour, y.Amode)))
	}
	if otherFile(f, a, b) {
		why = append(why, fmt.Sprintf("rank %d opens %q, rank %d opens %q%s", ra, x.Name, rb, y.Name, sameName(x, y)))
	}
	if key := hintDiffers(x.Hints, y.Hints); key != "" {
		why = append(why, fmt.Sprintf("rank %d gives the hint %s the value %q, rank %d gives it %q", ra, key,
			x.Hints[key], rb, y.Hints[key]))
	}
	return strings.Join(why, "; ")
}

// hintDiffers names a hint that must be the same on all processes and to which the two members give different values;
// "" if there is no such hint.
func hintDiffers(x, y map[string]string) string {
	for _, key := range sameHints {
		if v, w := x[key], y[key]; v != "" && w != "" && plainHint(v) != plainHint(w) {
			return key
		}
	}
	return ""
}

// plainHint is a hint's value, perhaps a list, without spaces, and without signs and zeros before numbers.
func plainHint(value string) string {
	parts := strings.Split(value, ",")
	for i, s := range parts {
		s = strings.TrimSpace(s)
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			s = strconv.FormatInt(n, 10)
		}
		parts[i] = s
	}
	return strings.Join(parts, ",")
}

// hintMissing names a hint that only one of two members gives; "" if there is no such hint, or if the hints of a member
// are unknown.
func hintMissing(f *fact.Opened, a, b int) string {
	x, y := &f.Row[a], &f.Row[b]
	if x.Hints == nil || y.Hints == nil {
		return ""
	}
	for _, key := range sameHints {
		gives, lacks := a, b
		if x.Hints[key] == "" {
			gives, lacks = b, a
		}
		if v := f.Row[gives].Hints[key]; v != "" && f.Row[lacks].Hints[key] == "" {
			return fmt.Sprintf("rank %d gives the hint %s the value %q, rank %d does not give it", f.Members[gives],
				key, v, f.Members[lacks])
		}
	}
	return ""
}

// sameHints are the reserved hints whose values must be the same on all processes.
var sameHints = []string{"collective_buffering", "cb_block_size", "cb_buffer_size", "cb_nodes", "chunked",
	"chunked_item", "chunked_size", "file_perm",
	"io_node_list", "nb_proc", "num_io_nodes", "striping_factor", "striping_unit"}

func amodeText(f *calls.Flavour, amode int64) string {
	if amode == 0 {
		return "0"
	}
	return amodeNames(f, amode)
}

// sameName explains how files with the same name differ.
func sameName(x, y *fact.Open) string {
	if x.Name != y.Name {
		return ""
	}
	return fmt.Sprintf(": different files with the same name, inodes %d and %d", uint64(x.Ino), uint64(y.Ino))
}

// otherFile reports whether two members cannot have opened the same file.
func otherFile(f *fact.Opened, a, b int) bool {
	x, y := &f.Row[a], &f.Row[b]
	if x.Ino != 0 && y.Ino != 0 {
		return x.Ino != y.Ino || x.Dev != y.Dev && sameHost(f, a, b)
	}
	unsure := x.Failed || y.Failed || x.Hung || y.Hung
	return unsure && x.Name != "" && y.Name != "" && path.Base(plainName(x.Name)) != path.Base(plainName(y.Name))
}

func sameHost(f *fact.Opened, a, b int) bool {
	ra, rb := int(f.Members[a]), int(f.Members[b])
	return max(ra, rb) < len(f.Hosts) && f.Hosts[ra] == f.Hosts[rb]
}

// plainName drops the prefix that names a file system to ROMIO: "ufs:data".
func plainName(name string) string {
	prefix, rest, ok := strings.Cut(name, ":")
	if !ok || prefix == "" || rest == "" || strings.Trim(prefix, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return path.Clean(name)
	}
	return path.Clean(rest)
}
