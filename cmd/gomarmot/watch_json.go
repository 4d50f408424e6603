package main

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/report"
)

// watchSchema names the fields of a watchRecord. Fields may be added to a schema.
const watchSchema = "gomarmot-watch/1"

// watchRecord is a roll-call for machines; docs/report-json.md explains the fields. Times are in seconds.
type watchRecord struct {
	Schema     string           `json:"schema"`
	Time       time.Time        `json:"time"`
	Log        string           `json:"log"`
	Ranks      int              `json:"ranks"`
	Heard      int              `json:"heard"`
	Ended      int              `json:"ended"`
	Rate       float64          `json:"rate"`
	Found      int              `json:"found"`
	Still      float64          `json:"still"`
	Groups     []groupRecord    `json:"groups"`
	Standstill []report.Finding `json:"standstill"`
	Over       bool             `json:"over"`
}

// groupRecord is a launch.Group.
type groupRecord struct {
	State    string   `json:"state"`
	Ranks    []int    `json:"ranks"`
	Hosts    []string `json:"hosts"`
	Call     string   `json:"call,omitempty"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`
	Function string   `json:"function,omitempty"`
	Place    string   `json:"place,omitempty"`
	Shortest float64  `json:"shortest"`
	Longest  float64  `json:"longest"`
}

// stateNames are the values of groupRecord.State.
var stateNames = map[launch.State]string{
	launch.Silent: "silent", launch.Absent: "absent", launch.Outside: "outside", launch.Polling: "polling",
	launch.Waiting: "waiting", launch.Calling: "calling", launch.Ended: "ended",
}

// writeRecord prints a roll-call as a line of JSON. why explains a standstill that has not been told before; nil: there
// is none.
func (w *watching) writeRecord(s launch.Sight, now time.Time, why *report.Report, over bool) {
	r := watchRecord{
		Schema: watchSchema, Time: now, Log: w.log, Ranks: s.Size, Heard: s.Heard, Ended: s.Ended, Rate: s.Rate,
		Found: s.Findings, Still: w.progress.AllWait(s, now).Seconds(), Groups: []groupRecord{},
		Standstill: []report.Finding{}, Over: over,
	}
	for _, g := range w.progress.RollCall(s, now, w.spots.name) {
		r.Groups = append(r.Groups, w.groupRecord(g))
	}
	if why != nil {
		for i := range why.Findings {
			if why.Findings[i].MayHang() {
				r.Standstill = append(r.Standstill, why.Findings[i])
			}
		}
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		w.note("%v", err)
		return
	}
	_, _ = w.out.Write(foreign.JSON(text.Bytes())) // the next roll-call may be written
}

func (w *watching) groupRecord(g launch.Group) groupRecord {
	at := w.spots.of(g.Ranks[0], g.Spot)
	r := groupRecord{State: stateNames[g.State], Ranks: g.Ranks, Hosts: append([]string{}, g.Hosts...), File: at.File,
		Line: at.Line, Function: at.Func, Place: g.Place, Shortest: g.Shortest.Seconds(), Longest: g.Longest.Seconds()}
	if g.Spot.Call != 0 {
		r.Call = g.Spot.Call.String()
	}
	return r
}
