package timeline

// firstWidth is the width of bins at first, in ticks.
const firstWidth = 1 << 10

// bins sum up a lane's bars in equal parts of its time. When time runs past the last bin, pairs of neighboring bins
// are merged.
type bins struct {
	start, width uint64 // ticks
	limit        int
	cover        [Access][]float32 // ticks that bars of a category take of each bin
	calls        []uint32
}

func newBins(start uint64, limit int) *bins {
	b := &bins{start: start, width: firstWidth, limit: limit, calls: make([]uint32, limit)}
	for i := range b.cover {
		b.cover[i] = make([]float32, limit)
	}
	return b
}

// add spreads a bar over the bins that it touches.
func (b *bins) add(bar *rawBar) {
	from, to := max(bar.start, b.start), max(bar.end, bar.start, b.start)
	for (to-b.start)/b.width >= uint64(b.limit) {
		b.fold()
	}
	i, j := int((from-b.start)/b.width), int((to-b.start)/b.width)
	if bar.category >= InCall {
		b.calls[i]++
	}
	if bar.category >= Access {
		return
	}
	c := b.cover[bar.category]
	for k := i; k <= j; k++ {
		left := b.start + uint64(k)*b.width
		c[k] += float32(min(to, left+b.width) - max(from, left))
	}
}

func (b *bins) fold() {
	half := b.limit / 2
	for _, c := range b.cover {
		for k := range half {
			c[k] = c[2*k] + c[2*k+1]
		}
		clear(c[half:])
	}
	for k := range half {
		b.calls[k] = b.calls[2*k] + b.calls[2*k+1]
	}
	clear(b.calls[half:])
	b.width *= 2
}

// finish turns ticks into shares of the bins; s is the lane's scale, last its last tick.
func (b *bins) finish(s *scale, last uint64) *Bins {
	n := min(int((max(last, b.start)-b.start)/b.width)+1, b.limit)
	out := &Bins{Start: s.at(b.start), Width: s.length(b.width), Calls: b.calls[:n]}
	for i, c := range b.cover {
		out.Share[i] = c[:n]
		for k := range c[:n] {
			c[k] = min(c[k]/float32(b.width), 1)
		}
	}
	return out
}
