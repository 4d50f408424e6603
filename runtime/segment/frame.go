package segment

import (
	"bytes"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// FrameMagic starts every frame.
const FrameMagic = "GMFR"

// Types of frames.
const (
	frameEvents = 1 // events in the log codec
	frameMeta   = 2 // JSON {"name":...,"value":...}
)

const (
	frameHeader = 40
	flagZstd    = 1 // the payload is compressed

	// frameFull is the size, in bytes, at which a frame of events ends.
	frameFull = 64 << 10
	// frameRoom is the memory for a frame without large blobs, in bytes.
	frameRoom = frameFull + 4096
	// maxMeta bounds the payload of a meta frame, in bytes: enough for ten thousand modules.
	maxMeta = 4 << 20
	// maxRaw bounds a frame: almost frameFull bytes of records, then a record with a blob of MaxBlob bytes, each
	// word of which takes at most 9 bytes.
	maxRaw = frameFull + event.MaxBlob/8*9 + 4096
)

// frame is a frame's header.
type frame struct {
	kind    byte
	flags   byte
	stored  uint32 // bytes of payload in the file
	raw     uint32 // bytes of payload uncompressed
	records uint32
	first   uint64 // events in the segment before this frame
	sum     uint32 // of the stored payload
}

// put renders the header into b.
func (f *frame) put(b []byte) {
	copy(b, FrameMagic)
	b[4], b[5], b[6], b[7] = f.kind, f.flags, 0, 0
	le.PutUint32(b[8:], f.stored)
	le.PutUint32(b[12:], f.raw)
	le.PutUint32(b[16:], f.records)
	le.PutUint64(b[20:], f.first)
	le.PutUint32(b[28:], f.sum)
	le.PutUint32(b[32:], 0)
	le.PutUint32(b[36:], crc32.Checksum(b[:36], castagnoli))
}

// parse reads a header and reports whether b starts with a whole header.
func (f *frame) parse(b []byte) bool {
	if len(b) < frameHeader || !bytes.HasPrefix(b, []byte(FrameMagic)) ||
		crc32.Checksum(b[:36], castagnoli) != le.Uint32(b[36:]) {
		return false
	}
	*f = frame{b[4], b[5], le.Uint32(b[8:]), le.Uint32(b[12:]), le.Uint32(b[16:]), le.Uint64(b[20:]), le.Uint32(b[28:])}
	return f.raw <= maxRaw && f.stored <= maxRaw
}

// unzstd is the decompressor shared by all readers of the process: it keeps no
// state between calls and may be used by several goroutines.
var unzstd = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxRaw))
})

// sumOf is the checksum of a payload.
func sumOf(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }
