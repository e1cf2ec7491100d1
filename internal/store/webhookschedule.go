package store

import (
	"context"

	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/webhook"
)

// told gives the webhooks that the schedule tells of this end of a firing.
func (e firingEnd) told() []string {
	if !e.isOver {
		return nil
	}
	return e.schedule.WebhooksFor(e.to)
}

// kind is the event of a firing that ended.
func (e firingEnd) kind() webhook.Kind {
	return map[schedule.FiringState]webhook.Kind{
		schedule.FiringCompleted: webhook.ScheduleCompleted, schedule.FiringFailed: webhook.ScheduleFailed, schedule.FiringCanceled: webhook.ScheduleCanceled,
	}[e.to]
}

// facts is what a message tells of a schedule.
func (e firingEnd) facts() *webhook.ScheduleFacts {
	return &webhook.ScheduleFacts{
		ID: string(e.schedule.ID), Name: e.schedule.Name, DueAt: webhook.Moment{Time: e.due}, Reason: storable(e.reason),
	}
}

// enqueueUnstarted stores a message to each webhook that is to hear of a schedule that was due and could start no run. One
// whose run failed is told with that run. Of one whose environment is gone only those hear that the schedule names.
func (t *tx) enqueueUnstarted(ctx context.Context, end firingEnd) error {
	s := end.schedule
	heard, err := t.listeners(ctx, s.Organization, subscriberQuery{environment: s.Environment, kind: webhook.ScheduleFailed, named: end.told()})
	if err != nil || heard.isEmpty() {
		return err
	}
	data := webhook.Data{Schedule: end.facts()}
	found, err := t.locate(ctx, s.Organization, s.Environment, &data)
	if err != nil {
		return err
	}
	if !found {
		data.Environment, data.Project, heard.subscribed = nil, nil, nil
	}
	return t.enqueue(ctx, heard.once(), 0, webhook.Event{Kind: webhook.ScheduleFailed, At: t.now, Data: data})
}
