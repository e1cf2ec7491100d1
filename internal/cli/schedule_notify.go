package cli

import (
	"strings"

	"github.com/millrace/millrace/api"
)

// notifications are what --notify says, each a webhook and after a colon the ends that it is told of. None is given as well:
// it takes those away that there are.
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

// notified says whom a schedule tells of what, as --notify takes it.
func notified(n *api.ScheduleNotification) string {
	return n.WebhookID + ":" + strings.Join(orZero(n.On), ",")
}
