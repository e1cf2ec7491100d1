package execute

import (
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// progressInterval is how often the progress of a statement is recorded. Each record is a write to the state database.
const progressInterval = 2 * time.Second

// followProgress records the progress of the next statement while it runs, if the engine tells. The returned function ends that, and
// removes the progress from the result: it says nothing about a statement that has ended.
func (a *attempt) followProgress() (end func()) {
	session, ok := a.session.(engine.ProgressReporter)
	if !ok {
		return func() {}
	}
	last := a.Now()
	session.OnProgress(func(p engine.Progress) {
		if now := a.Now(); now.Sub(last) >= progressInterval {
			last = now
			a.query().Progress = &run.QueryProgress{Progress: p, At: now}
			a.record()
		}
	})
	return func() {
		session.OnProgress(nil)
		a.query().Progress = nil
	}
}
