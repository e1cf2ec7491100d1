package client

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"github.com/millrace/millrace/api"
)

// Event is the new state of one object. Exactly one of the fields is not nil.
type Event struct {
	Run         *api.RunEvent
	Node        *api.NodeEvent
	Deployment  *api.DeploymentEvent // comes before the event of its run
	Environment *api.EnvironmentEvent
	Schedule    *api.ScheduleEvent
}

// Watch selects events. The zero value selects all events that the token's user can see.
type Watch struct {
	Run         string // the number of a run
	Environment string // the id of an environment or workspace
}

const (
	firstRetry = time.Second
	maxRetry   = 30 * time.Second
	maxEvent   = 1 << 20
)

// Events returns the changes of runs and their nodes, deployments, environments and schedules. It starts with the runs that
// have not ended and the states of all environments and schedules, or with everything about the run that watch selects.
// After a broken connection it reconnects and continues after the last event; the states of environments and schedules
// come again. It ends with the context, when the caller stops, and with an error that a retry cannot repair.
func (c *Client) Events(ctx context.Context, watch Watch) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		f := follower{client: c, watch: watch, wait: firstRetry}
		for ctx.Err() == nil {
			err := f.follow(ctx, func(event Event) bool { return yield(event, nil) })
			if errors.Is(err, errStopped) || ctx.Err() != nil {
				return
			}
			if !isTransient(err) {
				yield(Event{}, err)
				return
			}
			select {
			case <-ctx.Done():
			case <-time.After(f.wait):
			}
			f.wait = min(2*f.wait, maxRetry)
		}
	}
}

var errStopped = errors.New("the caller stopped reading")

// isTransient reports whether a retry can succeed after an error. It reports true for every error of the connection.
func isTransient(err error) bool {
	if _, ok := errors.AsType[*UnexpectedResponseError](err); ok {
		return false
	}
	refused, ok := errors.AsType[*ServerError](err)
	return !ok || refused.Kind == KindUnavailable || refused.Kind == KindLimit || refused.Kind == KindInternal
}

// follower reads one stream after another.
type follower struct {
	client *Client
	watch  Watch
	lastID string // of the last event that the caller got
	wait   time.Duration
}

// follow reads one stream to its end. A stream that starts resets the wait before the next one.
func (f *follower) follow(ctx context.Context, report func(Event) bool) error {
	stream, err := f.client.StreamEvents(ctx, f.params())
	if err != nil {
		return err
	}
	defer stream.Close()
	f.wait = firstRetry
	return f.read(stream, report)
}

func (f *follower) params() *api.StreamEventsParams {
	params := &api.StreamEventsParams{}
	if f.watch.Run != "" {
		params.RunID = &f.watch.Run
	}
	if f.watch.Environment != "" {
		params.EnvironmentID = &f.watch.Environment
	}
	if f.lastID != "" {
		params.LastEventID = &f.lastID
	}
	return params
}

// read reports every event of a stream. It moves lastID after that, so that an event that was not reported comes again.
func (f *follower) read(stream io.Reader, report func(Event) bool) error {
	lines := bufio.NewScanner(stream)
	lines.Buffer(nil, maxEvent)
	var b block
	for lines.Scan() {
		if lines.Text() != "" {
			b.add(lines.Text())
			continue
		}
		event, known, err := b.event()
		if err != nil {
			return err
		}
		if known && !report(event) {
			return errStopped
		}
		if b.id != "" {
			f.lastID = b.id
		}
		if b.retry > 0 {
			f.wait = b.retry
		}
		b = block{}
	}
	return lines.Err()
}
