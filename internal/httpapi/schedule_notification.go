package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/schedule"
)

// notificationsOf converts the notifications of a schedule. The service validates them.
func notificationsOf(body api.ScheduleNotifications) []schedule.Notification {
	return present(body, func(n api.ScheduleNotification) schedule.Notification {
		wanted := schedule.Notification{Webhook: n.WebhookID, On: []schedule.FiringState{schedule.FiringFailed}}
		if n.On != nil {
			wanted.On = present(*n.On, func(end string) schedule.FiringState { return schedule.FiringState(end) })
		}
		return wanted
	})
}

func presentNotification(n schedule.Notification) api.ScheduleNotification {
	on := present(n.On, func(end schedule.FiringState) string { return string(end) })
	return api.ScheduleNotification{WebhookID: n.Webhook, On: &on}
}
