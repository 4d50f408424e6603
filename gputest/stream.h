/* Streams and events of the test GPU (stream.c). */
#ifndef GPUTEST_STREAM_H
#define GPUTEST_STREAM_H

#include <stddef.h>

/* A task of a stream, which runs its tasks one after another. */
struct task {
	void (*run)(struct task *);
	struct task *next;
	struct gputest_event *event;
	unsigned long round; /* of the event: the record that the task waits for, or reaches */
	struct gputest_kernel *kernel;
	char *to;
	const char *from;
	size_t size;
	int value;
	void (*host)(void *);
	void *data;
	void *arguments[8];
	char values[8][128];
};

struct gputest_event {
	unsigned long recorded, reached; /* how often */
};

struct gputest_stream *gputest_stream_new(int blocking);
struct gputest_stream *gputest_stream_of(struct gputest_stream *handle, int per_thread);
int gputest_stream_blocking(const struct gputest_stream *s);
void gputest_stream_put(struct gputest_stream *s, const struct task *task);
void gputest_stream_wait(struct gputest_stream *s);
int gputest_stream_idle(struct gputest_stream *s);
void gputest_all_wait(void);
void gputest_event_record(struct gputest_event *e, struct gputest_stream *s);
void gputest_event_wait(struct gputest_event *e);
int gputest_event_done(struct gputest_event *e);
void gputest_stream_await(struct gputest_stream *s, struct gputest_event *e);
void gputest_capture_begin(struct gputest_stream *s);
struct gputest_graph *gputest_capture_end(struct gputest_stream *s);
void gputest_graph_put(struct gputest_graph *g, struct gputest_stream *s);

#endif
