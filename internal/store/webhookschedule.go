package store

import (
	"context"

	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/webhook"
)

// notified returns the webhooks that the schedule notifies of this end; nil if the firing has not ended.
func (e firingEnd) notified() []string {
	if !e.isOver {
		return nil
	}
	return e.schedule.WebhooksFor(e.to)
}

// kind returns the event kind of a firing that ended.
func (e firingEnd) kind() webhook.Kind {
	return map[schedule.FiringState]webhook.Kind{
		schedule.FiringCompleted: webhook.ScheduleCompleted, schedule.FiringFailed: webhook.ScheduleFailed, schedule.FiringCanceled: webhook.ScheduleCanceled,
	}[e.to]
}

// facts returns what a delivery reports about a schedule.
func (e firingEnd) facts() *webhook.ScheduleFacts {
	return &webhook.ScheduleFacts{
		ID: string(e.schedule.ID), Name: e.schedule.Name, DueAt: webhook.Moment{Time: e.due}, Reason: storable(e.reason),
	}
}

// enqueueUnstarted stores a delivery for each webhook that is notified of a firing that could not start a run. A firing
// whose run failed is reported with that run. If the environment is deleted, only the webhooks that the schedule names
// are notified.
func (t *tx) enqueueUnstarted(ctx context.Context, end firingEnd) error {
	s := end.schedule
	to, err := t.findSubscribers(ctx, s.Organization, subscriberQuery{environment: s.Environment, kind: webhook.ScheduleFailed, named: end.notified()})
	if err != nil || to.isEmpty() {
		return err
	}
	data := webhook.Data{Schedule: end.facts()}
	found, err := t.locate(ctx, s.Organization, s.Environment, &data)
	if err != nil {
		return err
	}
	if !found {
		data.Environment, data.Project, to.subscribed = nil, nil, nil
	}
	return t.enqueue(ctx, to.distinct(), 0, webhook.Event{Kind: webhook.ScheduleFailed, At: t.now, Data: data})
}
