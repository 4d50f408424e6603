/*
 * Streams of the test GPU: each stream is a thread that runs its tasks one after another. With
 * GPUTEST_DELAY each task begins that many milliseconds late, so that operations which the program
 * has not ordered run in the opposite order.
 */
#include "stream.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct gputest_stream {
	struct task *first, **last;
	unsigned long put, done; /* tasks */
	int blocking, capturing;
	struct gputest_graph *graph;
	struct gputest_stream *next; /* in the list of all */
	pthread_t thread;
};

struct gputest_graph {
	struct task *first, **last;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct gputest_stream *all, *legacy;
static __thread struct gputest_stream *own;
static long delay = -1; /* milliseconds */

static void late(void)
{
	const struct timespec nap = {delay / 1000, delay % 1000 * 1000000};

	if (delay > 0)
		nanosleep(&nap, NULL);
}

static void *serve(void *arg)
{
	struct gputest_stream *s = arg;

	for (;;) {
		struct task *task;

		pthread_mutex_lock(&lock);
		while (!s->first)
			pthread_cond_wait(&changed, &lock);
		task = s->first;
		pthread_mutex_unlock(&lock);
		late();
		task->run(task);
		pthread_mutex_lock(&lock);
		s->first = task->next;
		if (!s->first)
			s->last = &s->first;
		s->done++;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&lock);
		free(task);
	}
	return NULL;
}

struct gputest_stream *gputest_stream_new(int blocking)
{
	struct gputest_stream *s = calloc(1, sizeof *s);
	const char *text = getenv("GPUTEST_DELAY");

	pthread_mutex_lock(&lock);
	delay = text ? atol(text) : 0;
	s->last = &s->first;
	s->blocking = blocking;
	s->next = all;
	all = s;
	pthread_create(&s->thread, NULL, serve, s);
	pthread_mutex_unlock(&lock);
	return s;
}

/* The stream of a handle: 2 stands for the calling thread's default stream, 1 for the legacy
 * default stream. NULL stands for the thread's stream if per_thread, else for the legacy stream. */
struct gputest_stream *gputest_stream_of(struct gputest_stream *handle, int per_thread)
{
	if (handle == (void *)2 || (!handle && per_thread)) {
		if (!own)
			own = gputest_stream_new(1);
		return own;
	}
	if (handle && handle != (void *)1)
		return handle;
	if (!legacy)
		legacy = gputest_stream_new(0);
	return legacy;
}

int gputest_stream_blocking(const struct gputest_stream *s)
{
	return s == legacy || s->blocking;
}

/* The caller holds the lock. */
static void append(struct gputest_stream *s, const struct task *task)
{
	struct task *copy = malloc(sizeof *copy),
		    ***last = s->capturing ? &s->graph->last : &s->last;

	*copy = *task;
	for (int i = 0; i < 8; i++)
		copy->arguments[i] = copy->values[i];
	copy->next = NULL;
	**last = copy;
	*last = &copy->next;
	if (!s->capturing)
		s->put++;
	pthread_cond_broadcast(&changed);
}

static void reach(struct task *task)
{
	pthread_mutex_lock(&lock);
	if (task->event->reached < task->round)
		task->event->reached = task->round;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void await(struct task *task)
{
	pthread_mutex_lock(&lock);
	while (task->event->reached < task->round)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

/* Makes a stream wait for the tasks that another stream has so far. The caller holds the lock. */
static void follow(struct gputest_stream *s, struct gputest_stream *other)
{
	struct gputest_event *e;

	if (s == other || other->put == other->done || s->capturing || other->capturing)
		return;
	e = calloc(1, sizeof *e); /* never freed: this is a test */
	append(other, &(struct task){.run = reach, .event = e, .round = 1});
	append(s, &(struct task){.run = await, .event = e, .round = 1});
}

/* Orders the next task of a stream: a task of the legacy default stream waits for all blocking
 * streams, and a task of a blocking stream waits for the legacy default stream. */
static void order(struct gputest_stream *s)
{
	if (s == legacy)
		for (struct gputest_stream *o = all; o; o = o->next) {
			if (o->blocking)
				follow(s, o);
		}
	else if (s->blocking && legacy)
		follow(s, legacy);
}

void gputest_stream_put(struct gputest_stream *s, const struct task *task)
{
	pthread_mutex_lock(&lock);
	order(s);
	append(s, task);
	pthread_mutex_unlock(&lock);
}

void gputest_stream_wait(struct gputest_stream *s)
{
	unsigned long want;

	pthread_mutex_lock(&lock);
	order(s);
	for (want = s->put; s->done < want;)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

int gputest_stream_idle(struct gputest_stream *s)
{
	int idle;

	pthread_mutex_lock(&lock);
	idle = s->done == s->put;
	pthread_mutex_unlock(&lock);
	return idle;
}

void gputest_all_wait(void)
{
	for (struct gputest_stream *s = all; s; s = s->next)
		gputest_stream_wait(s);
}

/* Events. */

void gputest_event_record(struct gputest_event *e, struct gputest_stream *s)
{
	pthread_mutex_lock(&lock);
	order(s);
	append(s, &(struct task){.run = reach, .event = e, .round = ++e->recorded});
	pthread_mutex_unlock(&lock);
}

void gputest_event_wait(struct gputest_event *e)
{
	pthread_mutex_lock(&lock);
	for (const unsigned long want = e->recorded; e->reached < want;)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

int gputest_event_done(struct gputest_event *e)
{
	int done;

	pthread_mutex_lock(&lock);
	done = e->reached == e->recorded;
	pthread_mutex_unlock(&lock);
	return done;
}

void gputest_stream_await(struct gputest_stream *s, struct gputest_event *e)
{
	pthread_mutex_lock(&lock);
	append(s, &(struct task){.run = await, .event = e, .round = e->recorded});
	pthread_mutex_unlock(&lock);
}

/* Capture of a single stream. */

void gputest_capture_begin(struct gputest_stream *s)
{
	pthread_mutex_lock(&lock);
	s->graph = calloc(1, sizeof *s->graph);
	s->graph->last = &s->graph->first;
	s->capturing = 1;
	pthread_mutex_unlock(&lock);
}

struct gputest_graph *gputest_capture_end(struct gputest_stream *s)
{
	pthread_mutex_lock(&lock);
	s->capturing = 0;
	pthread_mutex_unlock(&lock);
	return s->graph;
}

void gputest_graph_put(struct gputest_graph *g, struct gputest_stream *s)
{
	for (const struct task *task = g->first; task; task = task->next)
		gputest_stream_put(s, task);
}
