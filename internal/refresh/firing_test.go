package refresh_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
)

// countingCompiler counts the plans that need a compiled project.
type countingCompiler struct {
	refresh.Compiler

	calls atomic.Int32
}

func (c *countingCompiler) Compile(
	ctx context.Context, organization ids.Organization, id string, target snapshot.CompileTarget,
) (*compiler.Compilation, error) {
	c.calls.Add(1)
	return c.Compiler.Compile(ctx, organization, id, target)
}

// TestSchedulesOfTheSameNodesArePlannedOnce: when many schedules are due, they share the plan of what they select.
func TestSchedulesOfTheSameNodesArePlannedOnce(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	target := d.install(nil)
	counted := &countingCompiler{Compiler: snapshot.NewCompiler(d.db.Snapshots())}
	service := refresh.New(refresh.Options{
		Store: d.db.Runs(), Environments: d.db.Environments(), Workspaces: d.db.Workspaces(), Connections: d.db.Connections(),
		Compiler: counted, Builds: d.db.Runs(), DataFolderID: "here",
	})
	var requests []run.StartRequest
	for i := range 20 {
		requests = append(requests, run.StartRequest{
			Target: target, Include: []string{"", "{ location: STAGE }"}[i%2], Description: fmt.Sprint("Schedule ", i),
			Firing: &run.Firing{Schedule: ids.New[ids.Schedule](), Attempt: 1},
		})
	}
	for i, started := range service.StartAll(t.Context(), d.actor.Organization, target, requests) {
		if !run.IsFiringTaken(started.Err) { // the schedules do not exist
			t.Errorf("request %d: %v", i, started.Err)
		}
	}
	if calls := counted.calls.Load(); calls != 2 {
		t.Errorf("planned %d times, want 2", calls)
	}
}
