package schedule

import (
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/validate"
)

// Notification names a webhook that is notified of the ends of a schedule's firings: once per firing, after its last
// retry.
type Notification struct {
	Webhook string        `json:"webhook"` // its id
	On      []FiringState `json:"on"`      // the end states to notify of, in the order of NotifiableStates
}

// MaxNotifications limits the webhooks of a schedule, because the end of a run writes a message for each of them.
const MaxNotifications = 10

const maxWebhook = 200

// NotifiableStates returns the end states that a webhook can be notified of. Skipped and missed are not among them,
// because nothing ran.
func NotifiableStates() []FiringState {
	return []FiringState{FiringFailed, FiringCompleted, FiringCanceled}
}

// WebhooksFor returns the webhooks to notify of an end state.
func (s *Schedule) WebhooksFor(end FiringState) []string {
	var told []string
	for _, n := range s.Notifications {
		if slices.Contains(n.On, end) {
			told = append(told, n.Webhook)
		}
	}
	return told
}

// Notifies reports whether a schedule notifies a webhook of any end state.
func (s *Schedule) Notifies(webhook string) bool {
	return slices.ContainsFunc(s.Notifications, func(n Notification) bool { return n.Webhook == webhook })
}

func (s *Schedule) checkNotifications() error {
	if len(s.Notifications) > MaxNotifications {
		return fault.New(fault.Invalid, "there are %d notifications", len(s.Notifications)).WithHint("Use at most %d.", MaxNotifications)
	}
	known := map[string]bool{}
	var checked []Notification
	for _, n := range s.Notifications {
		if known[n.Webhook] {
			return fault.New(fault.Invalid, "webhook %s is listed twice in the notifications", n.Webhook).
				WithHint("List all its states in one entry: %q.", NotifiableStates())
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
		return fault.New(fault.Invalid, "the notification of webhook %s has no states", n.Webhook).
			WithHint("Omit on for failed, or list some of %q.", NotifiableStates())
	}
	for _, end := range n.On {
		if err := knownWord("notifications.on", end, NotifiableStates()...); err != nil {
			return err
		}
	}
	return nil
}

// inOrder returns each state once, in the order of NotifiableStates.
func (n Notification) inOrder() []FiringState {
	return slices.DeleteFunc(NotifiableStates(), func(end FiringState) bool { return !slices.Contains(n.On, end) })
}
