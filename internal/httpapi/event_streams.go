package httpapi

import (
	"log/slog"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

const (
	maxStreams      = 500 // of a server
	maxStreamsOfOne = 20  // of a credential
)

// pace is how often a stream does what it does now and then.
type pace struct {
	poll      time.Duration // looks for changes
	recheck   time.Duration // looks at its credential
	heartbeat time.Duration // says that it is alive
	retry     time.Duration // what clients wait before they come back
}

// streams are the event streams that are open on this server.
type streams struct {
	pace     pace
	logger   *slog.Logger
	draining chan struct{} // closed when the server drains

	mu    sync.Mutex
	open  int
	of    map[account.Credential]int
	ended bool
}

func newStreams(logger *slog.Logger) *streams {
	return &streams{
		pace:   pace{poll: 250 * time.Millisecond, recheck: 2 * time.Second, heartbeat: 15 * time.Second, retry: time.Second},
		logger: logger, draining: make(chan struct{}), of: map[account.Credential]int{},
	}
}

// enter counts a stream in, unless there are too many. The caller calls leave when it has ended.
func (s *streams) enter(credential account.Credential) (leave func(), err error) {
	credential.RolesVersion = 0 // it is the same credential with other roles
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[credential] >= maxStreamsOfOne {
		return nil, fault.New(fault.Limit, "%d event streams are open with this credential", maxStreamsOfOne).
			WithHint("Close one of them. One stream shows everything; runID and environmentID only narrow it.").WithRetryAfter(s.pace.heartbeat)
	}
	if s.open >= maxStreams {
		return nil, fault.New(fault.Unavailable, "too many event streams are open").WithHint("Try again later, or ask GET /api/v1/runs.")
	}
	s.open++
	s.of[credential]++
	return func() { s.leave(credential) }, nil
}

func (s *streams) leave(credential account.Credential) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.of[credential]--; s.of[credential] == 0 {
		delete(s.of, credential)
	}
}

// drain ends the open streams. One that is opened later tells the client what it has to begin with, and ends.
func (s *streams) drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended = true
		close(s.draining)
	}
}
