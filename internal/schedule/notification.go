package schedule

import (
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/validate"
)

// Notification is a webhook that is told how firings of a schedule end: once for each firing, after its last retry.
type Notification struct {
	Webhook string        `json:"webhook"` // its id
	On      []FiringState `json:"on"`      // the ends that it is told of, in the order of NotifiableStates
}

// MaxNotifications is how many webhooks a schedule may tell: all of them are written to by the end of a run.
const MaxNotifications = 10

const maxWebhook = 200

// NotifiableStates are the ends of a firing that a webhook can be told of. Nothing happened in one that was skipped or missed.
func NotifiableStates() []FiringState {
	return []FiringState{FiringFailed, FiringCompleted, FiringCanceled}
}

// WebhooksFor gives the webhooks that are told when a firing ends so.
func (s *Schedule) WebhooksFor(end FiringState) []string {
	var told []string
	for _, n := range s.Notifications {
		if slices.Contains(n.On, end) {
			told = append(told, n.Webhook)
		}
	}
	return told
}

// Notifies reports whether a schedule tells a webhook of anything.
func (s *Schedule) Notifies(webhook string) bool {
	return slices.ContainsFunc(s.Notifications, func(n Notification) bool { return n.Webhook == webhook })
}

func (s *Schedule) checkNotifications() error {
	if len(s.Notifications) > MaxNotifications {
		return fault.New(fault.Invalid, "there are %d notifications", len(s.Notifications)).WithHint("A schedule has at most %d.", MaxNotifications)
	}
	known := map[string]bool{}
	var checked []Notification
	for _, n := range s.Notifications {
		if known[n.Webhook] {
			return fault.New(fault.Invalid, "webhook %s is in the notifications twice", n.Webhook).WithHint("Name all its ends in one: %q.", NotifiableStates())
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
	if err := validate.CheckLine("webhookID", n.Webhook, maxWebhook); err != nil {
		return err
	}
	if len(n.On) == 0 {
		return fault.New(fault.Invalid, "webhook %s is told of no end", n.Webhook).WithHint("Leave on out for failed, or name some of %q.", NotifiableStates())
	}
	for _, end := range n.On {
		if err := knownWord("notifications.on", end, NotifiableStates()...); err != nil {
			return err
		}
	}
	return nil
}

// inOrder gives each end once.
func (n Notification) inOrder() []FiringState {
	return slices.DeleteFunc(NotifiableStates(), func(end FiringState) bool { return !slices.Contains(n.On, end) })
}
