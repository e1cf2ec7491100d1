package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

// watch shows a run until it has ended, and prints its results. A signal stops the watching, not the run.
func (p Program) watch(ctx context.Context, server *client.Client, id string, asJSON bool) (run.Status, error) {
	source := &poller{server: server, run: id}
	last, err := progress.Watch(ctx, source, p.display(asJSON))
	if errors.Is(err, context.Canceled) {
		return "", fault.New(fault.Canceled, "stopped watching; run %s continues", id).
			WithHint("Watch it again with `millrace status %s --wait`, or cancel it with `millrace cancel %s`.", id, id)
	}
	if err != nil {
		return "", err
	}
	over := results{last, source.reasons}
	if asJSON {
		return last.Status, p.printJSON(over.report(false))
	}
	if over.why() != "" {
		err = p.print(fmt.Sprintf("See why each node was built or skipped with `millrace results %s`.\n", id))
	}
	return last.Status, err
}

// watchUntilGood returns an error if the run did not complete.
func (p Program) watchUntilGood(ctx context.Context, server *client.Client, id string, asJSON bool) error {
	status, err := p.watch(ctx, server, id, asJSON)
	if err == nil && status != run.Completed {
		return reportedError{}
	}
	return err
}
