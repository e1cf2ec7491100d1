package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/run"
)

// eventStream is the answer of StreamEvents: a conversation that goes on until the client leaves, its credential is
// revoked or the server drains.
type eventStream struct {
	*handlers
	watch

	request *http.Request
	actor   account.Actor
	checked time.Time // when the credential was last looked at
}

// VisitStreamEventsResponse carries the stream. Until its header is out an error is an answer like any other; after that
// the stream just ends, and the client comes back with its last mark.
func (s *eventStream) VisitStreamEventsResponse(w http.ResponseWriter) error {
	ctx := s.request.Context()
	s.actor, s.checked = actorOf(ctx), time.Now()
	leave, err := s.streams.enter(s.actor.Credential)
	if err != nil {
		return err
	}
	defer leave()
	first, err := s.first(ctx)
	if err != nil {
		return err
	}
	out := newEventWriter(w)
	out.open()
	s.noteOpened(ctx)
	if s.request.Method == http.MethodHead {
		return nil
	}
	if err := s.carry(ctx, out, first); err != nil && ctx.Err() == nil {
		s.streams.logger.LogAttrs(ctx, slog.LevelInfo, "event stream ended", slog.String("reason", err.Error()))
	}
	return nil
}

// first is what a client without a mark gets to begin with. A mark that has not been reached is of another database, as
// after a restore, and is no mark.
func (s *eventStream) first(ctx context.Context) ([]run.Change, error) {
	newest, err := s.services.Runs.Mark(ctx, s.actor.Organization)
	if err != nil || (s.resumes && s.after <= newest) {
		return nil, err
	}
	s.after = newest
	if s.run != 0 {
		return s.wholeRun(ctx)
	}
	return s.activeRuns(ctx)
}

// wholeRun is a run and the nodes that are not just waiting, as they are now. The run comes last, as it does when it ends.
func (s *eventStream) wholeRun(ctx context.Context) ([]run.Change, error) {
	results, err := s.services.Runs.Results(ctx, s.actor.Sees(), s.run)
	if err != nil {
		return nil, err
	}
	var changes []run.Change
	for i := range results.Plan.Nodes {
		node := &results.Plan.Nodes[i]
		if result, reached := results.Nodes[node.ID]; reached {
			changes = append(changes, run.Change{Sequence: s.after, Run: results.Run, Node: &run.NodeChange{
				ID: node.ID, Name: node.Name, State: result.State, Started: result.StartedAt, Ended: result.EndedAt,
			}})
		}
	}
	return append(changes, run.Change{Sequence: s.after, Run: results.Run}), nil
}

// activeRuns are the runs that are not over.
func (s *eventStream) activeRuns(ctx context.Context) ([]run.Change, error) {
	var changes []run.Change
	for _, status := range []run.Status{run.Running, run.WaitingToRun} {
		found, err := s.services.Runs.List(ctx, run.Query{Sees: s.actor.Sees(), Status: status, Environment: s.environment})
		if err != nil {
			return nil, err
		}
		for i := range found.Items {
			changes = append(changes, run.Change{Sequence: s.after, Run: found.Items[i]})
		}
	}
	return changes, nil
}

// carry writes what there is and then what comes.
func (s *eventStream) carry(ctx context.Context, out *eventWriter, first []run.Change) error {
	out.retry(s.streams.pace.retry)
	out.changes(first)
	out.mark(s.after)
	if err := out.flush(); err != nil {
		return err
	}
	ticks := time.NewTicker(s.streams.pace.poll)
	defer ticks.Stop()
	for {
		if err := s.catchUp(ctx, out); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.streams.draining:
			return nil
		case <-ticks.C:
		}
		if err := s.recheck(); err != nil {
			return err
		}
		if err := out.beat(s.streams.pace.heartbeat, s.after); err != nil {
			return err
		}
	}
}

// maxChanges bounds what is read, and held, at a time.
const maxChanges = 500

// catchUp writes what has changed since the last mark. The newest mark is read first: when nothing else changed up to
// it, it is where the next look begins, so that a stream about little does not look through what happens to others. The
// credential is looked at before there is something to tell: one that was revoked is told nothing more.
func (s *eventStream) catchUp(ctx context.Context, out *eventWriter) error {
	for {
		newest, err := s.services.Runs.Mark(ctx, s.actor.Organization)
		if err != nil || newest == s.after {
			return err
		}
		if err := s.authenticate(); err != nil {
			return err
		}
		changes, err := s.services.Runs.Changes(ctx, run.ChangeQuery{
			Sees: s.actor.Sees(), After: s.after, Run: s.run, Environment: s.environment, Limit: maxChanges,
		})
		if err != nil {
			return err
		}
		if len(changes) > 0 {
			out.changes(changes)
			s.after = changes[len(changes)-1].Sequence
			if err := out.flush(); err != nil {
				return err
			}
		}
		if len(changes) < maxChanges {
			s.after = max(s.after, newest)
			return nil
		}
	}
}

// recheck looks at the credential now and then, also when there is nothing to tell.
func (s *eventStream) recheck() error {
	if time.Since(s.checked) < s.streams.pace.recheck {
		return nil
	}
	return s.authenticate()
}

// authenticate looks at the credential again. Roles that were given or taken since count from then on.
func (s *eventStream) authenticate() error {
	actor, err := s.services.Authenticator.Authenticate(s.request)
	if err == nil {
		s.actor, s.checked = actor, time.Now()
	}
	return err
}
