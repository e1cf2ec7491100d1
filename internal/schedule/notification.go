package schedule

import (
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/prose"
)

// Notification is a webhook that is told how firings of a schedule end: once for each firing, after its last retry.
type Notification struct {
	Webhook string        `json:"webhook"` // its id
	On      []FiringState `json:"on"`      // the ends that it is told of, in the order of TellableEnds
}

// MostNotifications is how many webhooks a schedule may tell: all of them are written to by the end of a run.
const MostNotifications = 10

const longestWebhook = 200

// TellableEnds are the ends of a firing that a webhook can be told of. Nothing happened in one that was skipped or missed.
func TellableEnds() []FiringState {
	return []FiringState{FiringFailed, FiringCompleted, FiringCanceled}
}

// Told gives the webhooks that are told when a firing ends so.
func (s *Schedule) Told(end FiringState) []string {
	var told []string
	for _, n := range s.Notifications {
		if slices.Contains(n.On, end) {
			told = append(told, n.Webhook)
		}
	}
	return told
}

// Tells reports whether a schedule tells a webhook of anything.
func (s *Schedule) Tells(webhook string) bool {
	return slices.ContainsFunc(s.Notifications, func(n Notification) bool { return n.Webhook == webhook })
}

func (s *Schedule) checkNotifications() error {
	if len(s.Notifications) > MostNotifications {
		return fault.New(fault.Invalid, "there are %d notifications", len(s.Notifications)).WithHint("A schedule has at most %d.", MostNotifications)
	}
	known := map[string]bool{}
	var checked []Notification
	for _, n := range s.Notifications {
		if known[n.Webhook] {
			return fault.New(fault.Invalid, "webhook %s is in the notifications twice", n.Webhook).WithHint("Name all its ends in one: %q.", TellableEnds())
		}
		known[n.Webhook] = true
		if err := n.check(); err != nil {
			return err
		}
		checked = append(checked, Notification{Webhook: n.Webhook, On: n.inOrder()})
	}
	s.Notifications = checked
	return nil
}

func (n Notification) check() error {
	if err := prose.CheckLine("webhookID", n.Webhook, longestWebhook); err != nil {
		return err
	}
	if len(n.On) == 0 {
		return fault.New(fault.Invalid, "webhook %s is told of no end", n.Webhook).WithHint("Leave on out for failed, or name some of %q.", TellableEnds())
	}
	for _, end := range n.On {
		if err := knownWord("notifications.on", end, TellableEnds()...); err != nil {
			return err
		}
	}
	return nil
}

// inOrder gives each end once.
func (n Notification) inOrder() []FiringState {
	return slices.DeleteFunc(TellableEnds(), func(end FiringState) bool { return !slices.Contains(n.On, end) })
}
