package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/webhook"
)

// enqueueWebhooks stores a delivery for each webhook that subscribes to the end of a run, in the transaction that ends
// it, so that both happen or neither. Runs of workspaces are work in progress and notify no webhook. If the run also
// ended a firing, the webhooks that the schedule names get a delivery about that.
func (t *tx) enqueueWebhooks(ctx context.Context, end *runEnd) error {
	r, outcome, fired := end.run, end.outcome, end.firing
	kind := endKind(r.Type, outcome.Status)
	to, err := t.findSubscribers(ctx, r.Organization, subscriberQuery{environment: r.Environment, kind: kind, named: fired.notified()})
	if err != nil || to.isEmpty() {
		return err
	}
	r.Status, r.EndedAt, r.FailureReason = outcome.Status, t.now, storedReason(outcome)
	facts, err := t.runFacts(ctx, r)
	if err != nil {
		return err
	}
	data := webhook.Data{Run: &facts}
	found, err := t.locate(ctx, r.Organization, r.Environment, &data)
	if err != nil || !found {
		return err
	}
	if err := t.enqueue(ctx, to.subscribed, r.ID, webhook.Event{Kind: kind, At: t.now, Data: data}); err != nil {
		return err
	}
	data.Schedule = fired.facts()
	return t.enqueue(ctx, to.named, r.ID, webhook.Event{Kind: fired.kind(), At: t.now, Data: data})
}

// endKind returns the event kind of a run that ended.
func endKind(kind run.Type, status run.Status) webhook.Kind {
	if kind == run.Deploy {
		return map[run.Status]webhook.Kind{
			run.Completed: webhook.DeployCompleted, run.Failed: webhook.DeployFailed, run.Canceled: webhook.DeployCanceled,
		}[status]
	}
	return map[run.Status]webhook.Kind{
		run.Completed: webhook.RunCompleted, run.Failed: webhook.RunFailed, run.Canceled: webhook.RunCanceled,
	}[status]
}

// locate adds the environment and the project of an event to data. It returns false if there is no such environment.
func (t *tx) locate(ctx context.Context, organization ids.Organization, environment ids.Environment, data *webhook.Data) (bool, error) {
	data.Environment, data.Project = &webhook.NamedRef{ID: ids.FormatNumber(environment)}, &webhook.NamedRef{}
	err := t.QueryRowContext(ctx, `SELECT e.name, p.id, p.name FROM environments e JOIN projects p
		ON p.organization_id = e.organization_id AND p.id = e.project_id WHERE e.organization_id = $1 AND e.id = $2`, organization, environment).
		Scan(&data.Environment.Name, &data.Project.ID, &data.Project.Name)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// runFacts returns what a delivery reports about a run that ended.
func (t *tx) runFacts(ctx context.Context, r run.Run) (webhook.RunFacts, error) {
	facts := webhook.RunFacts{
		ID: r.ID, Type: string(r.Type), Status: string(r.Status), Environment: ids.FormatNumber(r.Environment),
		StartedAt: webhook.Moment{Time: r.StartedAt}, EndedAt: webhook.Moment{Time: r.EndedAt}, FailureReason: r.FailureReason,
		Job: r.Details.Job, Description: r.Details.Description, Commit: r.Details.Commit, StartedBy: r.StartedBy, Nodes: r.Nodes, FailedTests: r.FailedTests,
		States: map[string]int{},
	}
	if r.RerunOf != 0 {
		facts.RerunOf = ids.FormatNumber(r.RerunOf)
	}
	rows, err := queryAll(ctx, t, func(scan scanner) (s stateCount, err error) { return s, scan(&s.state, &s.nodes) },
		`SELECT state, count(*) FROM run_nodes WHERE organization_id = $1 AND run_id = $2 GROUP BY state`, r.Organization, r.ID)
	unreached := r.Nodes
	for _, row := range rows {
		facts.States[row.state] = row.nodes
		unreached -= row.nodes
	}
	if unreached > 0 {
		facts.States[string(unfinishedState(r.Status))] += unreached
	}
	return facts, err
}

type stateCount struct {
	state string
	nodes int
}

// enqueue stores a delivery of an event for each of the webhooks, which are locked.
func (t *tx) enqueue(ctx context.Context, to []webhook.Webhook, about ids.Run, event webhook.Event) error {
	if len(to) == 0 {
		return nil
	}
	body, err := event.Body()
	if err != nil {
		return err
	}
	for _, w := range to {
		delivery := webhook.Delivery{ID: webhook.NewDeliveryID(), Webhook: w.ID, Kind: event.Kind, Run: about, Body: body, CreatedAt: t.now}
		if err := t.insertDelivery(ctx, w.Organization, delivery); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) insertDelivery(ctx context.Context, organization ids.Organization, d webhook.Delivery) error {
	_, err := t.ExecContext(ctx, `INSERT INTO webhook_deliveries (organization_id, webhook_id, id, kind, run_id, body, state, created_at,
		due_at, give_up_at) VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $7, $8)`,
		organization, d.Webhook, d.ID, d.Kind, d.Run, d.Body, moment(t.now), moment(t.now.Add(webhook.RetryFor)))
	return err
}
