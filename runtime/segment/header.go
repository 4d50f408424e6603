package segment

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"time"
	"unique"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Version is the version of the segment format that this code writes, and the
// newest that it reads.
const Version = 6

// Magic starts every segment file.
const Magic = "GMSEG01\n"

// The fixed part of a segment file.
const (
	fixedSize = 64
	offState  = 24 // state, zero, records, lost; covered by the sum at 20
	stateSize = 24

	maxHeader = 1 << 20 // JSON header
)

// MaxSize bounds the size of MPI_COMM_WORLD that readers accept.
const MaxSize = event.MostRanks

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	le         = binary.LittleEndian
)

// Header describes a rank of a run. A segment begins with it.
type Header struct {
	Format      int         `json:"format"` // Version; Create sets it
	Run         string      `json:"run"`    // the same on all ranks
	Gomarmot    string      `json:"gomarmot"`
	Rank        int         `json:"rank"` // in MPI_COMM_WORLD
	Size        int         `json:"size"` // of MPI_COMM_WORLD
	Host        string      `json:"host"`
	PID         int         `json:"pid"`
	Exe         string      `json:"exe"`
	Args        []string    `json:"args"` // including the program's name
	Flavour     string      `json:"flavour"`
	Library     string      `json:"library"`           // from MPI_Get_library_version
	Standard    string      `json:"standard"`          // from MPI_Get_version: "3.1"
	ThreadLevel string      `json:"thread_level"`      // provided: "MPI_THREAD_MULTIPLE"
	TagUB       int64       `json:"tag_ub,omitempty"`  // MPI_TAG_UB; 0: unknown
	Watched     []string    `json:"watched,omitempty"` // the families of calls that are recorded; empty: all
	Start       time.Time   `json:"start"`
	Ticks       Calibration `json:"ticks"`
	Unseen      []Taker     `json:"unseen,omitempty"` // usually empty
	Launch      *Launch     `json:"launch,omitempty"` // usually nil
}

// Launch is a launcher's claim to have started several processes, although MPI calls this process rank 0 of 1.
type Launch struct {
	Variable string `json:"variable"`      // environment variable with Size: "PMI_SIZE"
	Size     int    `json:"size"`          // how many processes the launcher started, at least 2
	Rank     int    `json:"rank"`          // of this process, according to the launcher
	By       string `json:"by"`            // name of the launcher's process on this host: "hydra_pmi_proxy"
	Parent   string `json:"parent"`        // number of that process, and when it began
	Via      string `json:"via,omitempty"` // program between launcher and process: "sh"; "": none
	Dir      string `json:"dir"`           // working directory
}

// share makes equal texts of several headers use the same memory: the headers of a job's ranks are nearly equal.
func (h *Header) share() {
	for _, s := range []*string{&h.Run, &h.Gomarmot, &h.Host, &h.Exe, &h.Flavour, &h.Library, &h.Standard,
		&h.ThreadLevel} {
		*s = unique.Make(*s).Value()
	}
	for _, list := range [][]string{h.Args, h.Watched} {
		for i := range list {
			list[i] = unique.Make(list[i]).Value()
		}
	}
}

// Taker is a file of the process that defines MPI functions in front of gomarmot.
// It is not known whether they pass their calls on to gomarmot.
type Taker struct {
	Path  string   `json:"path"`
	Calls []string `json:"calls"` // the functions: MPI_Put, MPI_Put_c ...
}

// Calibration relates Event.Time to time of day. The calibration in Header is measured at the start; a better
// calibration may follow as a meta frame MetaTicks.
type Calibration struct {
	Tick0     uint64  `json:"tick0"`
	Unix0     int64   `json:"unix0_ns"` // nanoseconds since 1970 at Tick0
	PerSecond float64 `json:"per_second"`
}

// Names of meta frames with a meaning in this package.
const (
	MetaTicks   = "ticks"   // Calibration
	MetaModules = "modules" // []Module
)

// Module is a mapped file of the process. An Event.PC in [Start, End) is the address of byte PC-Start+Offset of the
// file.
type Module struct {
	Start   uint64 `json:"start"`
	End     uint64 `json:"end"`
	Offset  uint64 `json:"offset"`
	Path    string `json:"path"`
	BuildID string `json:"build_id,omitempty"`
}

// State says how a rank ended, according to its own process.
type State uint32

// The states. A dead process that still says Running was killed.
const (
	Running   State = 1
	Finalized State = 2
	Exited    State = 3 // exit without MPI_Finalize
	Aborted   State = 4 // MPI_Abort
	Off       State = 5 // gomarmot switched itself off
)

// String returns a lower-case word.
func (s State) String() string {
	names := [...]string{"unknown", "running", "finalized", "exited", "aborted", "off"}
	if int(s) >= len(names) {
		s = 0
	}
	return names[s]
}

// status is the mutable part of the fixed header.
type status struct {
	state   State
	records uint64 // in the segment when the state was set
	lost    uint64 // that could not be written
}

// bytes renders the sum and the status, for offset offState-4.
func (s status) bytes() []byte {
	b := make([]byte, 4+stateSize)
	le.PutUint32(b[4:], uint32(s.state))
	le.PutUint64(b[12:], s.records)
	le.PutUint64(b[20:], s.lost)
	le.PutUint32(b, crc32.Checksum(b[4:], castagnoli))
	return b
}

// parseStatus reads the status from the fixed header.
func parseStatus(fixed []byte) (status, bool) {
	b := fixed[offState : offState+stateSize]
	if crc32.Checksum(b, castagnoli) != le.Uint32(fixed[offState-4:]) {
		return status{}, false
	}
	return status{State(le.Uint32(b)), le.Uint64(b[8:]), le.Uint64(b[16:])}, true
}

// renderHeader returns everything before the first frame.
func renderHeader(h Header) ([]byte, error) {
	if h.Rank < 0 || h.Size <= h.Rank || h.Size > MaxSize {
		return nil, fmt.Errorf("encode header: rank %d of %d", h.Rank, h.Size)
	}
	h.Format = Version
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("encode header: %w", err)
	}
	if len(text) > maxHeader { // the command line is too long
		h.Args = h.Args[:min(1, len(h.Args))]
		if text, err = json.Marshal(h); err != nil || len(text) > maxHeader {
			return nil, fmt.Errorf("encode header: %d bytes are too many", len(text))
		}
	}
	b := make([]byte, fixedSize, fixedSize+len(text))
	copy(b, Magic)
	le.PutUint32(b[8:], Version)
	le.PutUint32(b[12:], uint32(len(text)))
	le.PutUint32(b[16:], crc32.Checksum(text, castagnoli))
	copy(b[offState-4:], status{state: Running}.bytes())
	return append(b, text...), nil
}
