// Prints what the trace engine of Chrome's DevTools has read from a trace, as JSON: node trace.mjs MODULES TRACE
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [modules, file] = process.argv.slice(2);
globalThis.window = globalThis;
globalThis.DOMRect = class {
	constructor(x, y, width, height) { Object.assign(this, { x, y, width, height }); }
};
const engine = await import(pathToFileURL(`${modules}/@paulirish/trace_engine/models/trace/trace.js`));
const processor = engine.Processor.TraceProcessor.createWithAllHandlers();
const events = JSON.parse(readFileSync(file)).traceEvents;
events.sort((a, b) => a.ts - b.ts); // as the engine's users do
await processor.parse(events, {});
const read = processor.data ?? processor.parsedTrace;
const out = { processes: {}, threads: {}, arrows: [] };
for (const [pid, event] of read.Meta.processNames) out.processes[pid] = event.args.name;
for (const [pid, process] of read.Renderer.processes)
	for (const [tid, thread] of process.threads) {
		const depth = {};
		for (const call of thread.entries) depth[call.name] = read.Renderer.entryToNode.get(call)?.depth;
		out.threads[`${pid}.${tid}`] = { name: thread.name, calls: thread.entries.length, depth };
	}
for (const flow of read.Flows.flows) out.arrows.push(flow.map(call => call.name));
console.log(JSON.stringify(out));
