package httpapi

import (
	"log/slog"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

const (
	maxStreams      = 500 // per server
	maxStreamsOfOne = 20  // per credential
)

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
	logger    *slog.Logger
	draining  chan struct{} // closed when the server drains

	mu    sync.Mutex
	open  int
	of    map[account.Credential]int
	ended bool
}

func newStreams(logger *slog.Logger) *streams {
	return &streams{
		intervals: intervals{poll: 250 * time.Millisecond, recheck: 2 * time.Second, heartbeat: 15 * time.Second, retry: time.Second},
		logger:    logger, draining: make(chan struct{}), of: map[account.Credential]int{},
	}
}

// acquire registers a stream. It fails if too many are open. The caller calls release when the stream has ended.
func (s *streams) acquire(credential account.Credential) (release func(), err error) {
	credential.RolesVersion = 0 // with other roles it is still the same credential
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[credential] >= maxStreamsOfOne {
		return nil, fault.New(fault.Limit, "%d event streams are open with this credential", maxStreamsOfOne).
			WithHint("Close one of them. One stream without runID and environmentID shows every event.").WithRetryAfter(s.intervals.heartbeat)
	}
	if s.open >= maxStreams {
		return nil, fault.New(fault.Unavailable, "too many event streams are open").WithHint("Try again later, or poll GET /api/v1/runs.")
	}
	s.open++
	s.of[credential]++
	return func() { s.release(credential) }, nil
}

func (s *streams) release(credential account.Credential) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.of[credential]--; s.of[credential] == 0 {
		delete(s.of, credential)
	}
}

// discard ends the open streams. A stream that is opened later sends its first events and ends.
func (s *streams) drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended = true
		close(s.draining)
	}
}
