package refresh_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// keptJournal keeps the newest results, as the state database does.
type keptJournal struct {
	mu   sync.Mutex
	last map[transform.NodeID]run.NodeResult
	dead bool
}

func (j *keptJournal) Record(result run.NodeResult) {
	_ = j.RecordAndWait(context.Background(), result)
}

func (j *keptJournal) RecordAndWait(_ context.Context, result run.NodeResult) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.dead {
		return errors.New("the process is dead")
	}
	j.last[result.Node] = result
	return nil
}

// An owner is stopped at many moments; the next one publishes what is left, and nothing twice.
func TestNewOwnerPublishesTheRest(t *testing.T) {
	t.Parallel()
	on(t, []string{"trino"}, func(s *fixture) {
		p := s.begin(appending())
		want := append([]row(nil), good...)
		for round := range 6 {
			journal := &keptJournal{last: map[transform.NodeID]run.NodeResult{}}
			label := engine.Label{WorkID: fmt.Sprint("crash-", time.Now().UnixNano()), Epoch: 1}
			ctx, die := context.WithCancelCause(t.Context())
			timer := time.AfterFunc(time.Duration(400+round*700)*time.Millisecond, func() {
				journal.mu.Lock()
				journal.dead = true
				journal.mu.Unlock()
				die(errors.New("killed"))
			})
			execute.Execute(ctx, execute.Request{Plan: p, Engine: s.engine, Label: label, Parallelism: 4, Journal: journal})
			timer.Stop()
			journal.dead = false
			label.Epoch = 2
			request := execute.Request{Plan: p, Engine: s.engine, Label: label, Parallelism: 4, Journal: journal, Done: maps.Clone(journal.last)}
			outcome, _ := execute.Execute(t.Context(), request)
			if outcome.Status != run.Completed {
				s.t.Errorf("round %d: the run ended as %+v: %+v", round, outcome, journal.last)
			}
			want = append(want, good...)
			s.expectIDs("FCT", want)
		}
	})
}
