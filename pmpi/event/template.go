package event

import "github.com/gomarmot/gomarmot/pmpi/calls"

// Limits of the log codec's state. Both sides obey them.
const (
	// maxTemplates bounds the templates of a frame; the next new template
	// empties the table.
	maxTemplates = 1024
	// root is the template before the first record of a frame.
	root = 0
)

// Bits of a record's first byte in the log.
const (
	siteByID   = 0 // template number follows
	siteNext   = 1 // the latest follower of the current template
	siteNext2  = 2 // the follower before that
	siteNew    = 3 // definition follows
	siteMask   = 3
	wordsSame  = 1 << 2 // every word as predicted: no mask
	hasBlob    = 1 << 3
	timeShift  = 4
	timeMax    = 8  // bytes of the time difference
	timeExt    = 15 // a second byte: time bytes, explicit sequence number
	extTime    = 0x0f
	extSeq     = 0x10
	extInvalid = 0xe0
)

// template predicts the next record of a call site: every word is expected to
// grow as it did last time.
type template struct {
	next   [2]uint16 // templates that followed, latest first; root: none
	thread uint16    // index into the threads of the frame
	n      uint8
	flags  byte
	kind   calls.Kind
	pc     uint64
	key    uint64 // this and the next three: of encoders only
	what   uint32 // whatOf its records
	split  uint8  // position + 1 of the word by which it differs from others of the call site; 0: there is none
	target uint8  // targetOf that word
	last   [MaxWords]int64
	delta  [MaxWords]int64
}

// follow notes that template id came after t.
func (t *template) follow(id uint16) {
	if t.next[0] != id {
		t.next[1] = t.next[0]
		t.next[0] = id
	}
}

// threadState is a thread with its expected sequence number.
type threadState struct {
	thread uint16
	seq    uint32 // expected next
}

// chain is the state that encoder and decoder keep in step over a frame.
type chain struct {
	templates []template
	threads   []threadState
	cur       uint16 // template of the last record
	time      uint64 // of the last record
	pc        uint64 // of the last definition
}

func (c *chain) reset() {
	if c.templates == nil {
		c.templates = make([]template, 1, 16)
	}
	c.forget()
	c.time, c.pc = 0, 0
}

// forget empties the tables of templates and threads.
func (c *chain) forget() {
	c.templates = c.templates[:1]
	c.templates[root] = template{}
	c.threads = c.threads[:0]
	c.cur = root
}

// define adds an empty template and returns its number.
func (c *chain) define() uint16 {
	if len(c.templates) == maxTemplates {
		c.forget()
	}
	c.templates = append(c.templates, template{})
	return uint16(len(c.templates) - 1)
}

// threadIndex returns the index of a thread, adding it when it is new.
func (c *chain) threadIndex(thread uint16) uint16 {
	for i := range c.threads {
		if c.threads[i].thread == thread {
			return uint16(i)
		}
	}
	c.threads = append(c.threads, threadState{thread: thread})
	return uint16(len(c.threads) - 1)
}
