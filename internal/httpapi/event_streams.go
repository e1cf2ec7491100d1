package httpapi

import (
	"log/slog"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// StreamLimits bound the open event streams of one server.
type StreamLimits struct {
	PerUser         int // with all tokens and sessions of the user
	PerOrganization int
	PerServer       int
}

// intervals are how often a stream does each of its periodic tasks.
type intervals struct {
	poll      time.Duration // query for changes
	recheck   time.Duration // check the credential
	heartbeat time.Duration // send a line on an idle stream
	retry     time.Duration // wait of clients before they reconnect
}

// streams are the open event streams of this server.
type streams struct {
	intervals intervals
	limits    StreamLimits
	logger    *slog.Logger
	draining  chan struct{} // closed when the server drains

	mu     sync.Mutex
	open   int
	byUser map[ids.User]int
	byOrg  map[ids.Organization]int
	ended  bool
}

func newStreams(logger *slog.Logger, limits StreamLimits) *streams {
	return &streams{
		intervals: intervals{poll: 250 * time.Millisecond, recheck: 2 * time.Second, heartbeat: 15 * time.Second, retry: time.Second},
		limits:    limits, logger: logger, draining: make(chan struct{}), byUser: map[ids.User]int{}, byOrg: map[ids.Organization]int{},
	}
}

// acquire registers a stream. It fails if too many are open. The caller calls release when the stream has ended.
func (s *streams) acquire(actor account.Actor) (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.byUser[actor.User] >= s.limits.PerUser:
		return nil, fault.New(fault.Limit, "you have %d open event streams, and no more are allowed", s.limits.PerUser).
			WithHint("Close one of them. One stream without runID and environmentID shows every event.").WithRetryAfter(s.intervals.heartbeat)
	case s.byOrg[actor.Organization] >= s.limits.PerOrganization:
		return nil, fault.New(fault.Limit, "your organization has %d open event streams, and no more are allowed", s.limits.PerOrganization).
			WithHint("Try again later, or poll GET /api/v1/runs.").WithRetryAfter(s.intervals.heartbeat)
	case s.open >= s.limits.PerServer:
		return nil, fault.New(fault.Unavailable, "too many event streams are open").WithHint("Try again later, or poll GET /api/v1/runs.")
	}
	s.open++
	s.byUser[actor.User]++
	s.byOrg[actor.Organization]++
	return func() { s.release(actor) }, nil
}

func (s *streams) release(actor account.Actor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.byUser[actor.User]--; s.byUser[actor.User] == 0 {
		delete(s.byUser, actor.User)
	}
	if s.byOrg[actor.Organization]--; s.byOrg[actor.Organization] == 0 {
		delete(s.byOrg, actor.Organization)
	}
}

// drain ends the open streams. A stream that is opened later sends its first events and ends.
func (s *streams) drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended = true
		close(s.draining)
	}
}
