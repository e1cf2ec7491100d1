package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/run"
)

// eventStream is the response of StreamEvents. It lasts until the client disconnects, its credential is revoked or the
// server drains.
type eventStream struct {
	*handlers
	subscription

	request *http.Request
	actor   account.Actor
	checked time.Time // when the credential was last checked
	states  *stateEvents
}

// VisitStreamEventsResponse writes the stream. Until the header is sent, an error is an ordinary error response. After
// that the stream just ends, and the client reconnects with its last sequence.
func (s *eventStream) VisitStreamEventsResponse(w http.ResponseWriter) error {
	ctx := s.request.Context()
	s.actor, s.checked = actorOf(ctx), time.Now()
	release, err := s.streams.acquire(s.actor)
	if err != nil {
		return err
	}
	defer release()
	first, err := s.initialChanges(ctx)
	if err != nil {
		return err
	}
	out := newEventWriter(w)
	out.open()
	s.recordStreamStart(ctx)
	if s.request.Method == http.MethodHead {
		return nil
	}
	watch := s.services.States.Watch(s.actor.Organization)
	defer watch.Close()
	s.states = newStateEvents(watch, s.environment)
	if err := s.stream(ctx, out, first); err != nil && ctx.Err() == nil {
		s.streams.logger.LogAttrs(ctx, slog.LevelInfo, "event stream ended", slog.String("reason", err.Error()))
	}
	return nil
}

// initialChanges returns the first events of a stream. For a client without a sequence these are the current states.
// The stream ignores a sequence that the database has not reached: it comes from another database, as after a restore.
func (s *eventStream) initialChanges(ctx context.Context) ([]run.Change, error) {
	newest, err := s.services.Runs.LastSequence(ctx, s.actor.Organization)
	if err != nil || (s.resumes && s.after <= newest) {
		return nil, err
	}
	s.after = newest
	if s.run != 0 {
		return s.currentRun(ctx)
	}
	return s.activeRuns(ctx)
}

// currentRun returns the state of a run and of its nodes that are not just waiting. The run comes last, as it does when
// it ends.
func (s *eventStream) currentRun(ctx context.Context) ([]run.Change, error) {
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

// activeRuns returns the runs that have not ended.
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

// stream writes the first events and then each change until the stream ends.
func (s *eventStream) stream(ctx context.Context, out *eventWriter, first []run.Change) error {
	out.retry(s.streams.intervals.retry)
	out.changes(first)
	out.heartbeat(s.streams.intervals.heartbeat, s.after)
	if err := out.flush(); err != nil {
		return err
	}
	ticks := time.NewTicker(s.streams.intervals.poll)
	defer ticks.Stop()
	for {
		if err := s.writeChanges(ctx, out); err != nil {
			return err
		}
		if err := s.writeStates(ctx, out); err != nil {
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
		if err := s.writeHeartbeat(out); err != nil {
			return err
		}
	}
}

// writeHeartbeat writes a heartbeat on an idle stream.
func (s *eventStream) writeHeartbeat(out *eventWriter) error {
	interval := s.streams.intervals.heartbeat
	if !out.isSilent(interval) {
		return nil
	}
	out.heartbeat(interval, s.after)
	return out.flush()
}

// maxChanges bounds how many changes are read into memory at a time.
const maxChanges = 500

// writeChanges writes what changed after the last sequence. It reads the newest sequence first. If nothing of the
// subscription changed up to it, the next query starts there, so that a narrow stream does not scan unrelated changes.
// It checks the credential before it writes, so that a revoked credential gets no further event.
func (s *eventStream) writeChanges(ctx context.Context, out *eventWriter) error {
	for {
		newest, err := s.services.Runs.LastSequence(ctx, s.actor.Organization)
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

// writeStates writes which environments and schedules changed. Like writeChanges it checks the credential before it
// writes, so that a role that was revoked takes effect before the next event.
func (s *eventStream) writeStates(ctx context.Context, out *eventWriter) error {
	if s.run != 0 {
		return nil
	}
	isNew, err := s.states.read(ctx, s.after)
	if err != nil {
		return err
	}
	if isNew {
		if err := s.authenticate(); err != nil {
			return err
		}
	}
	if !s.states.write(out, s.actor, s.checked) {
		return nil
	}
	return out.flush()
}

// recheck checks the credential at intervals, also when there are no changes.
func (s *eventStream) recheck() error {
	if time.Since(s.checked) < s.streams.intervals.recheck {
		return nil
	}
	return s.authenticate()
}

// authenticate checks the credential again. Roles that were granted or revoked in the meantime take effect.
func (s *eventStream) authenticate() error {
	actor, err := s.services.Authenticator.Authenticate(s.request, s.actor.Origin.Address)
	actor.Origin = s.actor.Origin
	if err == nil {
		err = checkRestrictions(actor, "streamEvents")
	}
	if err == nil {
		s.actor, s.checked = actor, time.Now()
	}
	return err
}
