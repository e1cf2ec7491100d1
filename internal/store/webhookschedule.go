package store

import (
	"context"

	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/webhook"
)

// enqueueUnstarted stores a message to each webhook that is to hear of a schedule that was due and could start no run. One
// whose run failed is told by that run.
func (t *tx) enqueueUnstarted(ctx context.Context, end firingEnd) error {
	if end.from != schedule.FiringDue || end.to != schedule.FiringFailed {
		return nil
	}
	s := end.schedule
	listeners, err := t.listeners(ctx, s.Organization, s.Environment, webhook.ScheduleFailed)
	if err != nil || len(listeners) == 0 {
		return err
	}
	data := webhook.Data{Schedule: &webhook.ScheduleFacts{
		ID: string(s.ID), Name: s.Name, DueAt: webhook.Moment{Time: end.due}, Reason: storable(end.reason),
	}}
	if found, err := t.locate(ctx, s.Organization, s.Environment, &data); err != nil || !found {
		return err
	}
	return t.enqueue(ctx, listeners, 0, webhook.Event{Kind: webhook.ScheduleFailed, At: t.now, Data: data})
}
