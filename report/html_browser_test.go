//go:build mpi

package report

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/foreign"
)

// browser is a real headless Chromium with a page open.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	messages []string // of the console and the browser's log
	requests []string
}

// open shows a page in a new browser of the given theme.
func open(t *testing.T, page, theme string) *browser {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	require.NoError(t, os.WriteFile(file, []byte(page), 0o600))
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox) // root has none
	ctx, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(stop)
	b := &browser{t: t, ctx: ctx}
	b.do(chromedp.EmulateViewport(1280, 900))
	require.NoError(t, chromedp.Listen(ctx, b.heard))
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
	require.NoError(t, err)
	b.do(chromedp.Navigate("file://" + file))
	return b
}

func (b *browser) heard(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		b.messages = append(b.messages, string(e.Type))
	case *runtime.EventExceptionThrown:
		b.messages = append(b.messages, fmt.Sprint(e.ExceptionDetails.Text, e.ExceptionDetails.LineNumber))
	case *log.EventEntryAdded:
		b.messages = append(b.messages, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	}
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, steps...))
}

// eval returns the value of an expression.
func eval[T any](b *browser, js string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](js))
	require.NoError(b.t, err, js)
	return v
}

// until waits for an expression to be true.
func (b *browser) until(js string) {
	b.t.Helper()
	_, err := chromedp.Run(b.ctx, chromedp.Poll[bool](js, chromedp.WithPollingTimeout(20*time.Second)))
	require.NoError(b.t, err, js)
}

// quiet fails the test if the page has written to the console or asked for
// anything but itself.
func (b *browser) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.Empty(b.t, b.messages)
	require.Len(b.t, b.requests, 1, "the page itself")
	assert.True(b.t, strings.HasPrefix(b.requests[0], "file://"))
}

// shot writes a picture of the timeline into the folder that GOMARMOT_TEST_SHOTS names, for people.
func (b *browser) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("GOMARMOT_TEST_SHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.Screenshot(chromedp.CSS("#timeline")))
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600))
}

// shown lists the visible findings.
func (b *browser) shown() []string {
	return eval[[]string](b, `[...document.querySelectorAll("#list > article")].filter((a) => a.offsetHeight > 0).map((a) => a.id)`)
}

// TestBrowserSeesTrouble: the tests would notice messages, exceptions and
// requests if there were any.
func TestBrowserSeesTrouble(t *testing.T) {
	b := open(t, `<p>x</p><img src="http://127.0.0.1:9/x.png"><script>console.error("a"); nowhere();</script>`, "light")
	b.until(`document.readyState === "complete"`)
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.GreaterOrEqual(t, len(b.messages), 2)
	assert.Contains(t, b.requests, "http://127.0.0.1:9/x.png")
}

func browserReport(t *testing.T) string {
	r := simulated(t, 4, 36)
	at := r.Findings[0].marks
	r.Findings = append(r.Findings, sampleReport().Findings...)
	r.Findings[1].marks = []mark{{rank: 3, time: at[0].time / 2}}
	return htmlOf(t, r, sampleOptions)
}

func TestBrowserFilter(t *testing.T) {
	b := open(t, browserReport(t), "light")
	all := b.shown()
	require.Greater(t, len(all), 4)
	count := func() string { return eval[string](b, `gm.byId("shown").textContent`) }
	assert.Equal(t, fmt.Sprintf("%d of %d findings shown", len(all), len(all)), count())
	set := func(id, value string) {
		eval[bool](b, fmt.Sprintf(`(gm.byId(%q).value = %q, gm.byId("filter").dispatchEvent(new Event("input")))`, id, value))
	}
	rules := func() []string {
		return eval[[]string](b, `[...new Set([...document.querySelectorAll("#list > article:not([hidden])")].map((a) => a.dataset.rule))]`)
	}
	b.do(chromedp.SendKeys(chromedp.CSS("#q"), "origin exclusive LOCK"))
	assert.Empty(t, b.shown())
	set("q", "")
	b.do(chromedp.SendKeys(chromedp.CSS("#q"), "Exclusive lock"))
	assert.Equal(t, []string{"LOCK003"}, rules())
	assert.Equal(t, fmt.Sprintf("1 of %d findings shown; the filter hides the others", len(all)), count())
	b.do(chromedp.Click(chromedp.CSS("#filter button[type=reset]")))
	b.until(fmt.Sprintf(`document.querySelectorAll("#list > article:not([hidden])").length === %d`, len(all)))
	set("rule", "WIN013")
	assert.Equal(t, []string{"WIN013"}, rules())
	set("rule", "COLL002")
	assert.Equal(t, []string{"PSCW001"}, rules(), "the finding that it follows from")
	set("rule", "")
	set("rank", "3")
	assert.NotContains(t, rules(), "LOCK003")
	assert.Contains(t, rules(), "WIN013")
	set("rank", "")
	b.do(chromedp.Click(chromedp.CSS("#filter [value=error]")))
	assert.Equal(t, []string{"OBJ002", "WIN013"}, rules())
	b.quiet()
}

func TestBrowserMarks(t *testing.T) {
	b := open(t, browserReport(t), "light")
	id := eval[string](b, `document.querySelector("#tl-marks a").hash.slice(1)`)
	mark := chromedp.CSS("#tl-marks a[href='#" + id + "']")
	// A mark leads to its finding even if that is folded and filtered out.
	eval[int](b, `(gm.byId("`+id+`").querySelector("details").open = false, gm.byId("rule").value = "WIN013", gm.byId("filter").dispatchEvent(new Event("input")), 0)`)
	require.NotContains(t, b.shown(), id)
	b.do(chromedp.ScrollIntoView(mark), chromedp.Click(mark))
	assert.Contains(t, b.shown(), id)
	inView := `(() => { const r = gm.byId("` + id + `").getBoundingClientRect(); return r.top >= -1 && r.top < innerHeight / 2; })()`
	b.until(inView)
	assert.True(t, eval[bool](b, `gm.byId("`+id+`").querySelector("details").open`))
	assert.Equal(t, id, eval[string](b, `document.activeElement.id`))
	assert.Equal(t, "#"+id, eval[string](b, `location.hash`))
	// And back.
	b.do(chromedp.Click(chromedp.CSS("#" + id + " .goto")))
	b.until(`document.activeElement.getAttribute("href") === "#` + id + `" && document.activeElement.closest("#tl-marks") !== null`)
	b.until(`(() => { const r = gm.byId("stage").getBoundingClientRect(); return r.top < innerHeight && r.bottom > 0; })()`)
	assert.Less(t, eval[float64](b, `gm.lanes.view.to - gm.lanes.view.from`), eval[float64](b, `gm.data.span / 4`), "zoomed in")
	// By keyboard.
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(inView)
	b.quiet()
}

func TestBrowserTimelineMoves(t *testing.T) {
	b := open(t, browserReport(t), "light")
	length := func() float64 { return eval[float64](b, `gm.lanes.view.to - gm.lanes.view.from`) }
	from := func() float64 { return eval[float64](b, `gm.lanes.view.from`) }
	span := length()
	b.do(chromedp.ScrollIntoView(chromedp.CSS("#tl")), chromedp.Click(chromedp.CSS("[data-do=in]")))
	assert.InEpsilon(t, span/1.6, length(), 1e-6)
	b.do(chromedp.Click(chromedp.CSS("[data-do=all]")))
	assert.Equal(t, span, length())
	b.do(chromedp.Focus(chromedp.CSS("#tl")), chromedp.KeyEvent("++"))
	assert.InEpsilon(t, span/1.6/1.6, length(), 1e-6)
	at := from()
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.until(fmt.Sprintf(`gm.lanes.view.from > %f`, at))
	b.do(chromedp.KeyEvent("0"))
	assert.Equal(t, span, length())
	b.do(chromedp.KeyEvent("n"))
	b.until(`document.activeElement.closest("#tl-marks") !== null`)
	b.do(chromedp.KeyEvent("0"))
	// The wheel, over the timeline that has the focus and over one that has not.
	box := eval[[]float64](b, `(() => { const r = gm.byId("tl").getBoundingClientRect(); return [r.left + r.width / 2, r.top + 60]; })()`)
	wheel := func() {
		b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, box[0], box[1], func(p *input.DispatchMouseEventParams) {
			p.DeltaY = -100
			p.DeltaX = 1e-9 // it must not be left out
		}))
	}
	b.do(chromedp.Blur(chromedp.CSS("#tl")), chromedp.Focus(chromedp.CSS("#theme")))
	wheel()
	assert.Equal(t, span, length(), "the page scrolls")
	b.do(chromedp.Focus(chromedp.CSS("#tl")), chromedp.ScrollIntoView(chromedp.CSS("#tl")))
	box = eval[[]float64](b, `(() => { const r = gm.byId("tl").getBoundingClientRect(); return [r.left + r.width / 2, r.top + 60]; })()`)
	wheel()
	b.until(fmt.Sprintf(`gm.lanes.view.to - gm.lanes.view.from < %f`, span))
	// Drag.
	at = from()
	b.do(chromedp.DragAndDropXY(box[0], box[1], box[0]+150, box[1], 5))
	b.until(fmt.Sprintf(`gm.lanes.view.from < %f`, at))
	b.until(`/ µs to .* µs, .* of .*; all 4 lanes/.test(gm.byId("tl-view").textContent)`)
	// The table follows.
	b.do(chromedp.Click(chromedp.CSS("#bars summary")))
	b.until(`document.querySelectorAll("#bars tbody tr").length > 3`)
	assert.Contains(t, eval[string](b, `gm.byId("bars").textContent`), "MPI_Win_complete")
	b.quiet()
}

// points reads points of the timeline from a copy: Chromium warns of canvases
// that are read often.
const points = `((x, y, n) => {
	const ctx = Object.assign(document.createElement("canvas"), { width: n, height: 1 }).getContext("2d", { willReadFrequently: true });
	ctx.drawImage(gm.byId("tl"), x, y, n, 1, 0, 0, n, 1);
	return ctx.getImageData(0, 0, n, 1).data;
})`

// dark reports whether the background of the page and of the timeline is dark.
const dark = `(() => {
	const lum = (c) => c.match(/\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) / 3 < 100;
	const p = (` + points + `)(3, 3, 1);
	return [lum(getComputedStyle(document.body).backgroundColor), (p[0] + p[1] + p[2]) / 3 < 100];
})()`

func TestBrowserThemes(t *testing.T) {
	page := browserReport(t)
	for theme, want := range map[string]bool{"light": false, "dark": true} {
		b := open(t, page, theme)
		assert.Equal(t, []bool{want, want}, eval[[]bool](b, dark), theme)
		assert.Equal(t, fmt.Sprint(want), eval[string](b, `gm.byId("theme").getAttribute("aria-pressed")`))
		b.do(chromedp.Click(chromedp.CSS("#theme")))
		assert.Equal(t, []bool{!want, !want}, eval[[]bool](b, dark), "the other one")
		b.quiet()
	}
}

// TestBrowserPrints: on paper everything is unfolded and light; afterwards the page
// is as before.
func TestBrowserPrints(t *testing.T) {
	b := open(t, browserReport(t), "dark")
	eval[int](b, `(document.querySelectorAll("details.body").forEach((d) => { d.open = false; }),
		addEventListener("beforeprint", () => { gm.printed = [document.querySelectorAll("details.body:not([open])").length, ...`+dark+`]; }), 0)`)
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	require.NoError(t, err)
	assert.Greater(t, len(pdf), 20_000)
	assert.Equal(t, []any{0.0, false, false}, eval[[]any](b, `gm.printed`))
	b.until(`document.querySelectorAll("details.body[open]").length === 0`)
	assert.Equal(t, []bool{true, true}, eval[[]bool](b, dark))
	b.quiet()
}

// TestBrowserHostile: texts of the program stay texts.
func TestBrowserHostile(t *testing.T) {
	b := open(t, htmlOf(t, hostileReport(t), Options{}), "light")
	assert.Equal(t, 0, eval[int](b, `document.images.length`))
	assert.Equal(t, foreign.Line(hostile), eval[string](b, `document.querySelector(".command").textContent`))
	b.do(chromedp.Focus(chromedp.CSS("#tl")), chromedp.Click(chromedp.CSS("#bars summary")))
	b.until(`document.querySelectorAll("#bars tbody tr").length > 3`)
	assert.True(t, eval[bool](b, `[...document.querySelectorAll("#bars td")].some((c) => c.textContent.startsWith(gm.data.texts.find((x) => x.includes("alert"))))`))
	eval[int](b, `(gm.view.showTip(gm.lanes.x(gm.data.span / 2), 40), 0)`)
	assert.Contains(t, eval[string](b, `gm.byId("tl-tip").textContent`), "alert(1)")
	assert.Equal(t, 0, eval[int](b, `document.images.length`))
	b.quiet()
}

// TestBrowserLarge: 256 ranks and a million calls.
func TestBrowserLarge(t *testing.T) {
	page := htmlOf(t, simulated(t, 256, 560), Options{})
	assert.Less(t, len(page), 4<<20)
	b := open(t, page, "light")
	assert.Contains(t, eval[string](b, `gm.byId("timeline").textContent`), "Aggregated")
	frame := `(() => { const t = performance.now(); gm.timeline.draw(); ` + points + `(0, 0, 1); return performance.now() - t; })()`
	t.Logf("%d bytes, ready after %.0f ms, a frame takes %.1f ms", len(page),
		eval[float64](b, `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`), eval[float64](b, frame))
	grey := `(() => { const c = gm.byId("tl"), p = ` + points + `(c.width / 2, c.height / 2, 200); let n = 0;
		for (let i = 0; i < p.length; i += 4) if (p[i] < 235) n++; return n; })()`
	assert.Greater(t, eval[int](b, grey), 100, "the lanes are drawn")
	assert.Positive(t, eval[int](b, `document.querySelectorAll("#tl-marks a").length`))
	b.do(chromedp.Focus(chromedp.CSS("#tl")), chromedp.KeyEvent("+++"+kb.PageDown))
	b.until(`/ranks \d+ to 255 of 256/.test(gm.byId("tl-view").textContent)`)
	b.do(chromedp.Click(chromedp.CSS("#bars summary")))
	b.until(`document.querySelectorAll("#bars tbody tr").length > 50`)
	b.quiet()
}

// TestBrowserMessages: messages are lines with a text, in the legend and the table.
func TestBrowserMessages(t *testing.T) {
	b := open(t, htmlOf(t, messaging(t, 3, 8), Options{}), "light")
	assert.Contains(t, eval[string](b, `gm.byId("tl-key").textContent`), "Message")
	assert.Equal(t, 3*2*8, eval[int](b, `gm.messages.length`))
	colored := `(() => {
		const c = gm.byId("tl"), p = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
		Object.assign(p.canvas, { width: c.width, height: c.height });
		p.drawImage(c, 0, 0);
		const d = p.getImageData(0, 0, c.width, c.height).data;
		let n = 0;
		for (let i = 0; i < d.length; i += 4) if (d[i] > d[i + 1] + 60 && d[i] > d[i + 2] + 20) n++;
		return n;
	})()`
	assert.Greater(t, eval[int](b, colored), 100, "lines in their color")
	// The text of the line under the pointer.
	eval[int](b, `((q) => (gm.view.showTip((q.x0 + q.x1) / 2, (q.y0 + q.y1) / 2), 0))(gm.lanes.view.messages.find((q) => q.m.tag === 2))`)
	tip := eval[string](b, `gm.byId("tl-tip").innerText`)
	assert.Regexp(t, `message from rank \d to rank \d, tag 2: 400 bytes, 50 MPI_DOUBLE, on MPI_COMM_WORLD`, tip)
	assert.Regexp(t, `sent by MPI_Isend, html_sample_test.go:\d+ in simulated\s+received by MPI_Irecv, html_sample_test.go:\d+ in simulated`, tip)
	b.do(chromedp.Click(chromedp.CSS("#bars summary")))
	b.until(`[...document.querySelectorAll("#bars tbody tr")].some((e) => /message from rank 0 to rank 1, tag 1: 800 bytes/.test(e.textContent))`)
	b.do(chromedp.Click(chromedp.CSS("#messages")))
	b.until(`gm.lanes.view.messages.length === 0`)
	assert.Zero(t, eval[int](b, colored))
	b.quiet()
}

// TestBrowserManyMessages: a million messages between 256 ranks.
func TestBrowserManyMessages(t *testing.T) {
	rounds, messages := 2000, "1,024,000"
	if testing.Short() {
		rounds, messages = 200, "102,400"
	}
	page := htmlOf(t, messaging(t, 256, rounds), Options{})
	assert.Less(t, len(page), 4<<20)
	b := open(t, page, "light")
	assert.Contains(t, eval[string](b, `gm.byId("timeline").textContent`), "Of "+messages+" messages that have met their receives, ")
	kept := eval[int](b, `gm.messages.length`)
	assert.Greater(t, kept, 3000)
	assert.LessOrEqual(t, kept, 8000)
	assert.Greater(t, eval[int](b, `new Set(gm.messages.map((m) => m.tag + ":" + m.sender)).size`), 400, "of all ranks, in both directions")
	frame := `(() => { const t = performance.now(); gm.timeline.draw(); ` + points + `(0, 0, 1); return performance.now() - t; })()`
	t.Logf("%d bytes, ready after %.0f ms, a frame takes %.1f ms", len(page),
		eval[float64](b, `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`), eval[float64](b, frame))
	assert.Positive(t, eval[int](b, `gm.lanes.view.messages.length`))
	b.do(chromedp.Focus(chromedp.CSS("#tl")), chromedp.KeyEvent("+++"+kb.PageDown))
	b.until(`/matches and messages drawn/.test(gm.byId("tl-view").textContent)`)
	b.quiet()
}

// TestBrowserStreams: each stream has a lane below its rank's, with the work in the colors of the legend, and findings
// point at the work.
func TestBrowserStreams(t *testing.T) {
	for _, theme := range []string{"light", "dark"} {
		for _, streams := range []int{1, 8} {
			r := streaming(t, 3, streams, 3)
			require.Len(t, r.Findings, 1)
			b := open(t, htmlOf(t, r, Options{}), theme)
			b.shot(fmt.Sprintf("streams-%d-%s", streams, theme))
			assert.Equal(t, 3*(1+streams), eval[int](b, `gm.lanes.lanes.length`))
			assert.Equal(t, []float64{0, 0, float64(streams)}, eval[[]float64](b, `[0, 1 + gm.data.lanes[0].streams.length].map((i) => gm.lanes.lanes[i].stream).concat(gm.lanes.lanes[gm.data.lanes[0].streams.length].stream)`))
			legend := eval[string](b, `gm.byId("tl-key").innerText`)
			for _, want := range []string{"Copy", "Fill", "Kernel", "Event recorded", "Wait for an event", "Wait of the program",
				"When the GPU did it is not recorded."} {
				assert.Contains(t, legend, want)
			}
			// How many points of each color the canvas has.
			colors := eval[[]int](b, `(() => {
				const c = gm.byId("tl"), p = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
				Object.assign(p.canvas, { width: c.width, height: c.height });
				p.drawImage(c, 0, 0);
				const data = p.getImageData(0, 0, c.width, c.height).data;
				return gm.draw.paint.work.slice(0, 3).map(gm.rgb).map(([r, g, b]) => {
					let n = 0;
					for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) n++;
					return n;
				});
			})()`)
			for i, n := range colors {
				assert.Greater(t, n, 10, workNames[i])
			}
			// Marks: the send on the rank's lane, and the fill on the lane of the last stream.
			lanes := eval[[]int](b, `gm.data.marks.map((m) => gm.lanes.markLane(m)).sort((x, y) => x - y)`)
			assert.Equal(t, []int{0, streams}, lanes)
			eval[int](b, `(gm.timeline.goTo(gm.data.marks.findIndex((m) => m.stream)), 0)`)
			at := eval[[]float64](b, `((a) => [a.left, a.top].map(parseFloat))([...document.querySelectorAll("#tl-marks a")].find((e) => gm.data.marks[e.dataset.mark].stream).style)`)
			high := eval[[]float64](b, fmt.Sprintf(`[gm.lanes.y(%[1]d), gm.lanes.y(%[1]d) + gm.lanes.heightOf(%[1]d)]`, streams))
			assert.True(t, high[0] <= at[1] && at[1] <= high[1], "%v in %v", at, high)
			eval[int](b, fmt.Sprintf(`(gm.view.showTip(%f + 1, %f), 0)`, at[0], at[1]))
			tip := eval[string](b, `gm.byId("tl-tip").innerText`)
			assert.Contains(t, tip, fmt.Sprintf("rank 0, stream %d, ", streams))
			assert.Regexp(t, `Fill .*, html_sample_test.go:7 in simulated, not waited for`, tip)
			b.do(chromedp.Click(chromedp.CSS("[data-do=all]")), chromedp.Click(chromedp.CSS("#bars summary")))
			b.until(`[...document.querySelectorAll("#bars tbody tr")].some((e) => /Kernelpack\(double\*, double const\*, int\)/.test(e.textContent))`)
			// Without streams.
			b.do(chromedp.Click(chromedp.CSS("#streams")))
			b.until(`gm.lanes.lanes.length === 3`)
			assert.Equal(t, []int{0, 0}, eval[[]int](b, `gm.data.marks.map((m) => gm.lanes.markLane(m))`))
			b.quiet()
		}
	}
}

// TestBrowserManyStreams: 64 ranks with 8 streams each have 576 lanes.
func TestBrowserManyStreams(t *testing.T) {
	b := open(t, htmlOf(t, streaming(t, 64, 8, 4), Options{}), "light")
	b.shot("streams-64")
	assert.Equal(t, 64*9, eval[int](b, `gm.lanes.lanes.length`))
	assert.GreaterOrEqual(t, eval[float64](b, `gm.lanes.heightOf(1)`), 3.0)
	frame := `(() => { const t = performance.now(); gm.timeline.draw(); ` + points + `(0, 0, 1); return performance.now() - t; })()`
	t.Logf("a frame takes %.1f ms", eval[float64](b, frame))
	b.do(chromedp.Focus(chromedp.CSS("#tl")), chromedp.KeyEvent(kb.PageDown))
	b.until(`/ranks \d+ to \d+ of 64/.test(gm.byId("tl-view").textContent)`)
	for range 3 {
		b.do(chromedp.Click(chromedp.CSS("[data-do=taller]")))
	}
	b.shot("streams-64-taller")
	b.do(chromedp.Click(chromedp.CSS("#streams")))
	b.until(`/ranks \d+ to \d+ of 64|all 64 lanes/.test(gm.byId("tl-view").textContent)`)
	b.quiet()
}

// TestBrowserNoStreams: without GPUs, nothing of the page speaks of streams.
func TestBrowserNoStreams(t *testing.T) {
	b := open(t, htmlOf(t, streaming(t, 2, 0, 1), Options{}), "light")
	assert.Equal(t, 2, eval[int](b, `gm.lanes.lanes.length`))
	assert.NotContains(t, eval[string](b, `gm.byId("timeline").innerText`), "tream")
	b.quiet()
}

// TestBrowserStates: every state that a rank can be in is a bar in its row, in
// the color of the legend.
func TestBrowserStates(t *testing.T) {
	b := open(t, htmlOf(t, allStates(t), Options{}), "light")
	assert.Equal(t, []string{"access", "exposure", "file", "in MPI"}, eval[[]string](b, `gm.lanes.rowNames`))
	legend := eval[[]string](b, `[...document.querySelectorAll("#tl-key li")].map((e) => e.textContent)`)
	for _, want := range append(categoryNames[:], "Collective call", "Start and its post") {
		assert.Contains(t, legend, want)
	}
	// How many points of each color the canvas has.
	found := eval[[]int](b, `(() => {
		const c = gm.byId("tl"), p = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
		Object.assign(p.canvas, { width: c.width, height: c.height });
		p.drawImage(c, 0, 0);
		const data = p.getImageData(0, 0, c.width, c.height).data;
		return gm.draw.paint.flat.map(gm.rgb).map(([r, g, b]) => {
			let n = 0;
			for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) n++;
			return n;
		});
	})()`)
	for i, n := range found {
		assert.Greater(t, n, 10, categoryNames[i])
	}
	b.do(chromedp.Click(chromedp.CSS("#bars summary")))
	b.until(`document.querySelectorAll("#bars tbody tr").length > 10`)
	table := eval[string](b, `gm.byId("bars").textContent`)
	for _, want := range categoryNames {
		assert.Contains(t, table, want)
	}
	assert.Contains(t, table, "rank 1, had not ended")
	b.quiet()
}

// TestBrowserCloseMarks: findings close to each other have a mark each, none
// over another, and all in the lane of their rank.
func TestBrowserCloseMarks(t *testing.T) {
	r := simulated(t, 64, 4)
	at := r.Findings[0].marks[0]
	r.Findings = append(r.Findings, sampleReport().Findings...)
	for i := range r.Findings {
		r.Findings[i].marks = []mark{at}
	}
	b := open(t, htmlOf(t, r, sampleOptions), "light")
	for _, taller := range []int{0, 2, 4} {
		for range taller {
			b.do(chromedp.Click(chromedp.CSS("[data-do=taller]")))
		}
		eval[int](b, `(gm.timeline.goTo(0), 0)`)
		placed := eval[[][]float64](b, `[...document.querySelectorAll("#tl-marks a")].map((a) => [parseFloat(a.style.left), parseFloat(a.style.top)])`)
		require.Len(t, placed, len(r.Findings))
		lane := eval[[]float64](b, fmt.Sprintf(`((y, h) => [y, y + h])(gm.lanes.y(%d), gm.lanes.view.height)`, at.rank))
		for i, p := range placed {
			assert.True(t, lane[0] <= p[1] && p[1] <= lane[1], "%v in %v", p, lane)
			for _, q := range placed[:i] {
				assert.GreaterOrEqual(t, math.Hypot(p[0]-q[0], p[1]-q[1]), 13.9)
			}
		}
	}
	b.quiet()
}

// TestBrowserNarrow: nothing is wider than a small screen.
func TestBrowserNarrow(t *testing.T) {
	b := open(t, browserReport(t), "light")
	b.do(chromedp.EmulateViewport(360, 740))
	b.until(`document.documentElement.scrollWidth <= 360 && gm.byId("tl").clientWidth < 360`)
	b.quiet()
}

// TestBrowserKeyboard: everything that can be pressed can be reached, in the
// order of the page, and has a name.
func TestBrowserKeyboard(t *testing.T) {
	b := open(t, browserReport(t), "light")
	b.do(chromedp.KeyEvent(kb.Tab))
	assert.Equal(t, "Skip to the findings", eval[string](b, `document.activeElement.textContent`))
	assert.Greater(t, eval[float64](b, `document.activeElement.getBoundingClientRect().top`), 0.0, "it shows when it has the focus")
	seen := map[string]bool{}
	for range 150 {
		b.do(chromedp.KeyEvent(kb.Tab))
		seen[eval[string](b, `(({ id, dataset, tagName }) => id || dataset.do || tagName)(document.activeElement)`)] = true
		if seen["tl"] {
			break
		}
	}
	for _, want := range []string{"theme", "q", "rule", "rank", "fold", "in", "out", "next", "taller", "links", "tl"} {
		assert.True(t, seen[want], want)
	}
	nameless := eval[[]string](b, `[...document.querySelectorAll("button, a, input, select, canvas[tabindex], [role=region]")].filter((e) =>
		!(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length)).map((e) => e.outerHTML)`)
	assert.Empty(t, nameless)
	assert.Equal(t, 0, eval[int](b, `document.querySelectorAll("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").length`))
	twice := `(() => { const n = {}; document.querySelectorAll("[id]").forEach((e) => { n[e.id] = (n[e.id] || 0) + 1; }); return Object.keys(n).filter((k) => n[k] > 1); })()`
	assert.Empty(t, eval[[]string](b, twice))
	b.quiet()
}
