package segment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Stream returns all events of a rank in time order: first from its segment, then from its rings. It belongs to
// one goroutine.
type Stream struct {
	// OnMeta is called by Next for each meta frame, in order with the events.
	OnMeta func(name string, value json.RawMessage)
	// Grows says that the rank still writes to its segment: Next returns ErrNotYet where the segment ends, and leaves
	// the rings to the rank.
	Grows bool

	seg       *Reader // nil: the rank has no segment
	paths     []string
	merge     *Merger // nil until the segment has been read
	rings     []*Ring
	positions positions
	gap       gap               // not reported yet
	held      event.Event       // the event after the gap, to be returned after the gap's Lost event
	holds     bool              // there is a held event
	over      bool              // the end has been checked
	lost      map[uint16]uint64 // per thread, according to its Lost events
	end       End
	hole      bool  // an event of a thread is missing between the segment and the rings
	fromRings int64 // events found only in the rings

	losses  uint64 // blobs that the rings have lost, and damaged rings
	refused bool   // a ring cannot be read, or belongs to another rank
}

// ErrNotYet is the error of Stream.Next where the next event has not been written yet.
var ErrNotYet = errors.New("the next event has not been written yet")

// End describes the end of a rank's events.
type End struct {
	State   State
	Ended   bool            // the process wrote its last record
	Reason  event.EndReason // from the last record, or from State if the last record was lost; 0: killed, or not known
	Now     []Now           // the call that each thread was in; threads without a ring file are missing
	Damage  []Damage
	Lost    uint64 // records that the process could not keep
	Records uint64 // events returned
}

// Killed reports whether the process did not end by itself, or has not ended yet.
func (e *End) Killed() bool { return !e.Ended && e.State <= Running }

// OpenStream opens the segment and the rings of a rank. Without a segment (path ""), only the rings are read.
// Errors are of type *FileError; a ring that cannot be read is a Damage, not an error.
func OpenStream(seg string, rings []string) (*Stream, error) {
	s := &Stream{paths: rings}
	if seg == "" {
		s.readRings()
		return s, nil
	}
	r, err := Open(seg)
	if err != nil {
		return nil, err
	}
	s.take(r)
	return s, nil
}

// readRings opens the rings where there is no segment.
func (s *Stream) readRings() {
	s.openRings()
	if !s.FromStart() {
		s.noteGap(unknown) // the records released from the rings
	}
}

func (s *Stream) take(r *Reader) {
	s.seg = r
	r.onMeta = func(name string, value json.RawMessage) {
		if s.OnMeta != nil {
			s.OnMeta(name, value)
		}
	}
}

// Header returns the description of the rank, or nil without a segment.
func (s *Stream) Header() *Header {
	if s.seg == nil {
		return nil
	}
	return s.seg.Header()
}

// Next reads the next event; io.EOF at the end. e.Blob is valid until the next
// call. If events are missing, it first returns a Lost event of all threads.
func (s *Stream) Next(e *event.Event) error {
	if s.holds {
		*e, s.holds = s.held, false
		s.count(e)
		return nil
	}
	err := s.read(e)
	switch {
	case err == nil:
		s.advance(e)
	case err == io.EOF && !s.over:
		s.over = true
		s.lookAtEnd()
	}
	if s.gap.open && (err == nil || err == io.EOF) {
		if err == nil {
			s.held, s.holds = *e, true
		}
		s.gap.toLost(e)
		return nil
	}
	if err == nil {
		s.count(e)
	}
	return err
}

// count counts an event that comes from the log.
func (s *Stream) count(e *event.Event) {
	s.end.Records++
	switch e.Kind {
	case event.End:
		s.end.Ended, s.end.Reason = true, event.EndReason(e.A[0])
	case event.Lost:
		if s.lost == nil {
			s.lost = map[uint16]uint64{}
		}
		s.lost[e.Thread] += uint64(event.Missing(e))
	}
}

// read reads the next event of the segment, or else of the rings.
func (s *Stream) read(e *event.Event) error {
	err := s.nextInSegment(e)
	if err != io.EOF {
		return err
	}
	if s.Grows {
		return ErrNotYet
	}
	if s.merge == nil {
		// A live run moves records from the rings to the segment. Copy the rings first, and then read the rest of
		// the segment: no record is missed.
		s.openRings()
		if err := s.nextInSegment(e); err != io.EOF {
			return err
		}
		s.endSegment()
	}
	for v := s.merge.Next(); v != nil; v = s.merge.Next() {
		if s.positions.fresh(v) {
			s.fromRings++
			*e = *v
			s.lookAtLosses()
			return nil
		}
	}
	return io.EOF
}

func (s *Stream) nextInSegment(e *event.Event) error {
	if s.seg == nil {
		return io.EOF
	}
	err := s.seg.Next(e)
	if err == nil && s.seg.reported < len(s.seg.damage) {
		s.takeGap()
	}
	return err
}

// inRings reports whether d is an incomplete frame at the segment's end, left by a process that was killed while
// writing it, and the rings have the frame's events.
func (s *Stream) inRings(d Damage) bool {
	if !d.Torn || s.fromRings < max(d.Records, 1) || s.hole {
		return false
	}
	for _, r := range s.rings {
		if r.Damage() != nil {
			return false
		}
	}
	return true
}

func (s *Stream) openRings() {
	s.merge = &Merger{}
	for _, path := range s.paths {
		r, err := openRing(path)
		if errors.Is(err, fs.ErrNotExist) || s.unused(path, err) {
			continue // the run has just ended and moved everything to the segment
		}
		if err == nil {
			err = s.belongs(path, r)
		}
		if err != nil {
			s.end.Damage = append(s.end.Damage, ringDamage(path, err))
			s.noteGap(unknown)
			s.refused = true
			continue
		}
		s.rings = append(s.rings, r)
		s.merge.Add(r)
		s.end.Now = append(s.end.Now, r.Now())
	}
	s.merge.Final()
}

// FromStart reports whether the rings of a rank without a segment have all its records: it was killed while it
// started to record, and no record had been released from its rings.
func (s *Stream) FromStart() bool {
	first := func(path string) bool {
		number, named := numberOf(path)
		return named && number == 0
	}
	read := func(r *Ring) bool { return r.Tail() > 0 }
	return s.seg == nil && !s.refused && slices.ContainsFunc(s.paths, first) && !slices.ContainsFunc(s.rings, read)
}

// belongs returns an error if the ring cannot belong to this rank: its file was renamed, or is from another run.
func (s *Stream) belongs(path string, r *Ring) error {
	h := s.Header()
	text := ""
	switch number, named := numberOf(path); {
	case named && number < int(r.thread()): // numbers of rings only grow, while indices are reused
		text = fmt.Sprintf("it is the ring with index %d; was it renamed?", r.thread())
	case h != nil && h.Rank != r.Rank():
		text = fmt.Sprintf("the ring is of rank %d; was it renamed?", r.Rank())
	case h != nil && h.PID != r.pid():
		text = fmt.Sprintf("the ring is of process %d, the segment of %d: they are from two runs", r.pid(), h.PID)
	default:
		return nil
	}
	return &FileError{Path: path, Offset: -1, Problem: Foreign, Text: text}
}

// numberOf is the number in the name of a ring's file: 1 in rank-00003.t001.ring. The first ring of a process has
// number and index 0, and is never removed.
func numberOf(path string) (number int, ok bool) {
	_, name, _ := strings.Cut(filepath.Base(path), ".")
	_, err := fmt.Sscanf(name, "t%d.ring", &number)
	return number, err == nil && number >= 0
}

// unused reports whether a ring is unreadable because the process was killed before the ring's first thread used
// it.
func (s *Stream) unused(path string, err error) bool {
	var fe *FileError
	if !errors.As(err, &fe) || fe.Problem != Empty {
		return false
	}
	number, ok := numberOf(path)
	return ok && !s.positions.met(number) // an index is never above the number
}

// ringDamage turns the error of an unusable ring into damage.
func ringDamage(path string, err error) Damage {
	d := Damage{Path: path, What: err.Error(), Records: unknown}
	var fe *FileError
	if errors.As(err, &fe) {
		d.Offset, d.What = max(fe.Offset, 0), fe.Text
	}
	return d
}

// reasons are the reasons for the end that states imply.
var reasons = map[State]event.EndReason{
	Finalized: event.EndFinalized, Exited: event.EndExit, Aborted: event.EndAbort,
}

// End describes the end of the rank; call it after Next has returned io.EOF.
func (s *Stream) End() End {
	end := s.end
	end.Damage = end.Damage[:len(end.Damage):len(end.Damage)]
	if s.seg != nil {
		end.State = s.seg.State()
		if !end.Ended {
			end.Reason = reasons[end.State]
		}
		end.Lost += min(s.seg.lost(), event.MostMissing)
		for _, d := range s.seg.damages() {
			if !s.inRings(d) {
				end.Damage = append(end.Damage, d)
			}
		}
	}
	for _, n := range s.lost {
		end.Lost += n
	}
	for _, r := range s.rings {
		// The ring counts all records that its thread lost. Lost events may count only a part of them.
		n := min(r.Lost(), event.MostMissing)
		end.Lost += n - min(n, s.lost[r.thread()])
		if r.off() && end.State == Running {
			end.State = Off
		}
		if d := r.Damage(); d != nil {
			end.Damage = append(end.Damage, *d)
		}
	}
	return end
}

// Close closes the segment and forgets the rings.
func (s *Stream) Close() error {
	s.merge, s.rings, s.paths = nil, nil, nil
	if s.seg == nil {
		return nil
	}
	return s.seg.Close()
}

// HasRings reports whether there are ring files to read after the segment.
func (s *Stream) HasRings() bool { return len(s.paths) > 0 }
