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

// watch shows a run of a server until it is over, and then prints what came of it. A signal ends the watching, not the
// run.
func (p Program) watch(ctx context.Context, server *client.Client, id string, asJSON bool) (run.Status, error) {
	source := &poller{server: server, run: id}
	last, err := progress.Watch(ctx, source, p.display(asJSON))
	if errors.Is(err, context.Canceled) {
		return "", fault.New(fault.Canceled, "stopped watching; run %s goes on", id).
			WithHint("`millrace status %s --wait` watches it again, `millrace cancel %s` cancels it.", id, id)
	}
	if err != nil {
		return "", err
	}
	over := results{last, source.reasons}
	if asJSON {
		return last.Status, p.printJSON(over.report(false))
	}
	if over.why() != "" {
		err = p.print(fmt.Sprintf("`millrace results %s` says why each node was built or not.\n", id))
	}
	return last.Status, err
}

// watchUntilGood fails when the run did.
func (p Program) watchUntilGood(ctx context.Context, server *client.Client, id string, asJSON bool) error {
	status, err := p.watch(ctx, server, id, asJSON)
	if err == nil && status != run.Completed {
		return reportedError{}
	}
	return err
}
