package webhook

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Kind is the kind of an event.
type Kind string

// The kinds of events. Deployments have kinds of their own, because few receivers want both deployments and refreshes.
const (
	RunCompleted    Kind = "run.completed"
	RunFailed       Kind = "run.failed"
	RunCanceled     Kind = "run.canceled"
	DeployCompleted Kind = "deploy.completed"
	DeployFailed    Kind = "deploy.failed"
	DeployCanceled  Kind = "deploy.canceled"
	ScheduleFailed  Kind = "schedule.failed" // a schedule was due and its run could not be started

	// ScheduleCompleted and ScheduleCanceled are sent to webhooks that a schedule names, and so is ScheduleFailed if a run was
	// started and failed. No webhook subscribes to them: a subscriber to all runs gets the event of the run itself.
	ScheduleCompleted Kind = "schedule.completed"
	ScheduleCanceled  Kind = "schedule.canceled"

	// Test is sent by the test operation. No webhook subscribes to it.
	Test Kind = "webhook.test"
)

// AllKinds subscribes a webhook to all kinds, including those that later versions add.
const AllKinds Kind = "*"

// Kinds returns the kinds that a webhook can subscribe to.
func Kinds() []Kind {
	return []Kind{RunCompleted, RunFailed, RunCanceled, DeployCompleted, DeployFailed, DeployCanceled, ScheduleFailed}
}

// checkKinds returns the requested kinds, each once and in the order of Kinds. There may be none: such a webhook receives only
// what schedules send it.
func checkKinds(requested []Kind) ([]Kind, error) {
	for _, kind := range requested {
		if kind != AllKinds && !slices.Contains(Kinds(), kind) {
			return nil, fault.New(fault.Invalid, "event %q does not exist", kind).WithHint("Use %s, or * for all.", kindNames())
		}
	}
	if slices.Contains(requested, AllKinds) {
		return []Kind{AllKinds}, nil
	}
	return slices.DeleteFunc(Kinds(), func(kind Kind) bool { return !slices.Contains(requested, kind) }), nil
}

func kindNames() string {
	names := make([]string, 0, len(Kinds()))
	for _, kind := range Kinds() {
		names = append(names, string(kind))
	}
	return strings.Join(names, ", ")
}
