package cli

import (
	"strings"

	"github.com/millrace/millrace/api"
)

// notifications parses --notify: webhooks, each with the run states to notify it of after a colon. An empty value
// removes all notifications.
func (f *scheduleFlags) notifications() api.ScheduleNotifications {
	told := api.ScheduleNotifications{}
	for _, text := range f.notify {
		id, ends, hasEnds := strings.Cut(text, ":")
		if id == "" && !hasEnds {
			continue
		}
		n := api.ScheduleNotification{WebhookID: id}
		if hasEnds {
			on := strings.Split(ends, ",")
			n.On = &on
		}
		told = append(told, n)
	}
	return told
}

// notified formats a notification the way --notify reads it.
func notified(n *api.ScheduleNotification) string {
	return n.WebhookID + ":" + strings.Join(orZero(n.On), ",")
}
