package rankcheck

import (
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Config returns the configuration of a rank's reader from the rank's header, which may be nil.
func Config(rank, size int, h *segment.Header) reading.Config {
	c := reading.Config{World: rank, Size: size}
	if h == nil {
		return c
	}
	c.Flavour, c.Std, c.ThreadLevel = calls.FlavourByName(h.Flavour), Standard(h.Standard), h.ThreadLevel
	c.TagUB, c.Watched = h.TagUB, calls.Families(h.Watched)
	for _, t := range h.Unseen {
		c.Unseen = append(c.Unseen, reading.Taker(t))
	}
	return c
}

// Standard turns "3.1" into 31; 0 if the text is not a version.
func Standard(s string) int {
	major, minor, _ := strings.Cut(s, ".")
	a, err := strconv.Atoi(major)
	if err != nil {
		return 0
	}
	b, _ := strconv.Atoi(minor)
	return 10*a + b
}
