package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// publisher is a rank that publishes names for a port.
type publisher struct{ *replay.Rank }

func (r publisher) publish(name, port string, info int64) {
	r.With("MPI_Publish_name", replay.Strings(name, port), nil, 1, info, 1)
}

func (r publisher) unpublish(name string) {
	r.With("MPI_Unpublish_name", replay.Strings(name), nil, 1, replay.InfoNull, 1)
}

func (r publisher) closePort(port string) { r.With("MPI_Close_port", replay.Strings(port), nil, 1) }

// TestObj015: what a rank does with names, and the finding, if there is one.
func TestObj015(t *testing.T) {
	const none = replay.InfoNull
	tests := map[string]struct {
		does     func(publisher)
		message  string
		severity rules.Severity
	}{
		"unpublished twice": {func(r publisher) {
			r.publish("sea", "p", none)
			r.unpublish("sea")
			r.unpublish("sea")
		}, `MPI_Unpublish_name of "sea", which is already unpublished`, rules.Error},
		"never published": {func(r publisher) {
			r.publish("sea", "p", none)
			r.unpublish("lake")
			r.unpublish("sea")
		}, `MPI_Unpublish_name of "lake", which the rank has not published`, rules.Warning},
		"published twice": {func(r publisher) {
			r.publish("sea", "p", none)
			r.publish("sea", "p", none)
			r.unpublish("sea")
			r.unpublish("sea")
		}, `MPI_Publish_name of "sea", which the rank has published and not unpublished`, rules.Error},
		"port closed": {func(r publisher) {
			r.publish("sea", "p", none)
			r.closePort("q")
			r.closePort("p")
		}, `MPI_Close_port of a port whose name "sea" is still published`, rules.Warning},
		"left": {func(r publisher) { r.publish("sea", "p", none) },
			`the name "sea" was not unpublished before MPI_Finalize`, rules.Warning},
		"failed": {func(r publisher) {
			r.Refuse("MPI_Publish_name", replay.Strings("sea", "p"), 1, none, 1)
			r.unpublish("sea")
			r.unpublish("sea")
		}, "", 0},
		"failed to unpublish": {func(r publisher) {
			r.publish("sea", "p", none)
			r.Refuse("MPI_Unpublish_name", replay.Strings("sea"), 1, none, 1)
			r.unpublish("sea")
			r.closePort("p")
		}, "", 0},
		"unpublished again after a failure": {func(r publisher) {
			r.publish("sea", "p", none)
			r.unpublish("sea")
			r.Refuse("MPI_Unpublish_name", replay.Strings("sea"), 1, none, 1)
			r.publish("sea", "p", none)
			r.unpublish("sea")
		}, `MPI_Unpublish_name of "sea", which is already unpublished`, rules.Error},
		"an older log": {func(r publisher) {
			r.Do("MPI_Publish_name", 1, none, 1)
			r.Do("MPI_Unpublish_name", 1, none, 1)
			r.unpublish("sea")
		}, "", 0},
		"again": {func(r publisher) {
			for range 2 {
				r.publish("sea", "p", none)
				r.publish("lake", "p", none)
				r.unpublish("sea")
				r.unpublish("lake")
			}
			r.closePort("p")
		}, "", 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 1)
			test.does(publisher{j.Rank(0)})
			j.Finalize()
			if test.message == "" {
				j.Silent()
				return
			}
			fs := j.Check().Findings
			require.Len(t, fs, 1)
			assert.Equal(t, "OBJ015", fs[0].Rule.ID)
			assert.Equal(t, test.message, fs[0].Message)
			assert.Equal(t, test.severity, fs[0].Severity)
		})
	}
}

// TestObj015Scopes: info objects may choose different scopes, in which one name is published twice.
func TestObj015Scopes(t *testing.T) {
	j := replay.New(t, 1)
	r := publisher{j.Rank(0)}
	info := r.Info("global", "true")
	r.publish("sea", "p", replay.InfoNull)
	r.publish("sea", "p", info)
	r.unpublish("sea")
	r.unpublish("sea")
	r.Do("MPI_Info_free", info)
	j.Finalize()
	j.Silent()
}
