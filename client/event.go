package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/millrace/millrace/api"
)

// Event is how a run or a node of a run is now; one of the two is there.
type Event struct {
	Run  *api.RunEvent
	Node *api.NodeEvent
}

// Watch is what events are wanted of; the zero value is of everything that the token's user can see.
type Watch struct {
	Run         string // the number of a run
	Environment string // the id of an environment or workspace
}

const (
	firstRetry = time.Second
	maxRetry   = 30 * time.Second
	maxEvent   = 1 << 20
)

// Events gives what happens to runs, beginning with those that are not over, or with all about the run in particular. It
// connects again after every break and goes on where it was. It ends with the context, when the caller stops, and with
// an error that trying again would not mend.
func Events(ctx context.Context, c *ClientWithResponses, watch Watch) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		f := follower{client: c, watch: watch, wait: firstRetry}
		for ctx.Err() == nil {
			err := f.follow(ctx, func(event Event) bool { return yield(event, nil) })
			if errors.Is(err, errStopped) || ctx.Err() != nil {
				return
			}
			if !passes(err) {
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

var errStopped = errors.New("the caller has heard enough")

// passes reports whether it makes sense to come back after an error: always, unless the server says what is wrong.
func passes(err error) bool {
	refused, ok := errors.AsType[*ServerError](err)
	return !ok || refused.Kind == KindUnavailable || refused.Kind == KindLimit || refused.Kind == KindInternal
}

// follower remembers how far it has come.
type follower struct {
	client *ClientWithResponses
	watch  Watch
	mark   string
	wait   time.Duration
}

// follow reads one stream to its end. A stream that has begun makes the next wait short again.
func (f *follower) follow(ctx context.Context, tell func(Event) bool) error {
	answer, err := f.client.StreamEvents(ctx, f.params())
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/event-stream") {
		return &ServerError{Kind: KindInvalid, Status: answer.StatusCode, Message: fmt.Sprintf("the answer is %q and no stream of events", kind)}
	}
	f.wait = firstRetry
	return f.read(answer, tell)
}

func (f *follower) params() *api.StreamEventsParams {
	params := &api.StreamEventsParams{}
	if f.watch.Run != "" {
		params.RunID = &f.watch.Run
	}
	if f.watch.Environment != "" {
		params.EnvironmentID = &f.watch.Environment
	}
	if f.mark != "" {
		params.LastEventID = &f.mark
	}
	return params
}

// read tells of every event of a stream. The mark moves after that: what was not told must come again.
func (f *follower) read(answer *http.Response, tell func(Event) bool) error {
	lines := bufio.NewScanner(answer.Body)
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
		if known && !tell(event) {
			return errStopped
		}
		if b.mark != "" {
			f.mark = b.mark
		}
		if b.retry > 0 {
			f.wait = b.retry
		}
		b = block{}
	}
	return lines.Err()
}
