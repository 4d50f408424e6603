package peers

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// courierVar names the socket of a process that a courier has started.
const courierVar = "GOMARMOT_COURIER"

// As in courier.c.
const (
	mostBytes = 1 << 18
	hello     = 1 << 30
	lost      = hello + 1
)

// The first byte of a frame.
const (
	endsMessage = iota
	continued
)

// Peers are the processes of a report, as this process sees them.
type Peers struct {
	rank, size int
	socket     io.Writer
	in         *bufio.Reader
	sending    sync.Mutex
	parts      map[int][]byte // beginnings of messages of several frames, by sender
}

// Started reports whether a courier has started this process and Join has not been called yet.
func Started() bool { return os.Getenv(courierVar) != "" }

// Join returns the processes if a courier has started this process, else nil.
func Join() (*Peers, error) {
	fd, err := strconv.Atoi(os.Getenv(courierVar))
	if err != nil {
		return nil, nil
	}
	_ = os.Unsetenv(courierVar) // programs that this process starts must not join
	unix.CloseOnExec(fd)
	f := os.NewFile(uintptr(fd), "courier")
	p := &Peers{socket: f, in: bufio.NewReaderSize(f, 1<<16), parts: map[int][]byte{}}
	peer, text, err := p.frame()
	if err == nil && peer == hello {
		_, err = fmt.Sscan(string(text), &p.rank, &p.size)
	}
	if err != nil || p.size < 1 {
		return nil, errGone
	}
	return p, nil
}

var errGone = errors.New("the processes of gomarmot report cannot talk to each other, since gomarmot-courier has " +
	"ended: see what it printed, and run the report again, or without mpiexec")

// Rank is the number of this process.
func (p *Peers) Rank() int { return p.rank }

// Size is the number of processes.
func (p *Peers) Size() int { return p.size }

// Send sends a message. Several goroutines may call it.
func (p *Peers) Send(to int, message []byte) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	for {
		n := min(len(message), mostBytes-1)
		frame := make([]byte, 9, 9+n)
		binary.NativeEndian.PutUint32(frame, uint32(n+1))
		binary.NativeEndian.PutUint32(frame[4:], uint32(to))
		if n < len(message) {
			frame[8] = continued
		}
		if _, err := p.socket.Write(append(frame, message[:n]...)); err != nil {
			return errGone
		}
		if message = message[n:]; len(message) == 0 {
			return nil
		}
	}
}

// Receive waits for a message. Only a single goroutine may call it. After an error no message comes.
func (p *Peers) Receive() (from int, message []byte, err error) {
	for {
		peer, frame, err := p.frame()
		switch {
		case err != nil || peer < hello && len(frame) == 0:
			return 0, nil, errGone
		case peer == lost:
			return 0, nil, fmt.Errorf("%s: there is no report; run it again, or without mpiexec", frame)
		case peer >= hello:
			continue
		}
		from := int(peer)
		if frame[0] == continued {
			p.parts[from] = append(p.parts[from], frame[1:]...)
			continue
		}
		if before := p.parts[from]; before != nil {
			delete(p.parts, from)
			return from, append(before, frame[1:]...), nil
		}
		return from, frame[1:], nil
	}
}

func (p *Peers) frame() (peer uint32, text []byte, err error) {
	var head [8]byte
	if _, err := io.ReadFull(p.in, head[:]); err != nil {
		return 0, nil, err
	}
	text = make([]byte, binary.NativeEndian.Uint32(head[:]))
	_, err = io.ReadFull(p.in, text)
	return binary.NativeEndian.Uint32(head[4:]), text, err
}
