package execute_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
)

// reporting is an engine whose statements report their progress every half second.
type reporting struct{ engine.Engine }

func (e reporting) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	session, err := e.Engine.Session(ctx, label)
	return &reportingSession{Session: session}, err
}

type reportingSession struct {
	engine.Session

	report func(engine.Progress)
}

func (s *reportingSession) OnProgress(report func(engine.Progress)) { s.report = report }

func (s *reportingSession) Exec(ctx context.Context, statement string) (engine.Counts, error) {
	for part := range 10 {
		time.Sleep(500 * time.Millisecond)
		if s.report != nil {
			s.report(engine.Progress{State: "running", CompletedParts: part, TotalParts: 10})
		}
	}
	return s.Session.Exec(ctx, statement)
}

// TestProgressIsRecorded: while a statement runs, its progress is recorded every two seconds, and not after its end.
func TestProgressIsRecorded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		request := f.work(planOf(node("A", "APPEND A 1")))
		request.Engine = reporting{request.Engine}
		execute.Execute(t.Context(), request)
		var at []time.Time
		for _, record := range f.journal.records {
			for i := range record.Queries {
				if p := record.Queries[i].Progress; p != nil {
					at = append(at, p.At)
					expect(t, "state", record.Queries[i].State, run.NodeRunning)
					expect(t, "parts", p.CompletedParts, 4*len(at)-1)
				}
			}
		}
		expect(t, "records", len(at), 2)
		expect(t, "interval", at[len(at)-1].Sub(at[0]), 2*time.Second)
		expect(t, "last", f.journal.last()["A"].Queries[0].Progress == nil, true)
	})
}
