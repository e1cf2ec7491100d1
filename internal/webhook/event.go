package webhook

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Kind is what sort of event a message is about.
type Kind string

// The kinds of events. A run that deploys has kinds of its own, because whoever waits for the one seldom wants the other.
const (
	RunCompleted    Kind = "run.completed"
	RunFailed       Kind = "run.failed"
	RunCanceled     Kind = "run.canceled"
	DeployCompleted Kind = "deploy.completed"
	DeployFailed    Kind = "deploy.failed"
	DeployCanceled  Kind = "deploy.canceled"
	ScheduleFailed  Kind = "schedule.failed" // a schedule was due and no run could be started

	// ScheduleCompleted and ScheduleCanceled are sent to webhooks that a schedule names, and so is ScheduleFailed when a run was
	// started and failed. No webhook subscribes to them: whoever listens to all runs has heard of the run already.
	ScheduleCompleted Kind = "schedule.completed"
	ScheduleCanceled  Kind = "schedule.canceled"

	// Test is sent when somebody asks for it. No webhook subscribes to it.
	Test Kind = "webhook.test"
)

// AllKinds is what a webhook asks for that is to hear of everything, also of kinds that are yet to come.
const AllKinds Kind = "*"

// Kinds are those that a webhook can choose from.
func Kinds() []Kind {
	return []Kind{RunCompleted, RunFailed, RunCanceled, DeployCompleted, DeployFailed, DeployCanceled, ScheduleFailed}
}

// checkKinds gives the kinds that a webhook asked for, each once and in the order of Kinds. There may be none: such a webhook
// hears of what schedules tell it.
func checkKinds(asked []Kind) ([]Kind, error) {
	for _, kind := range asked {
		if kind != AllKinds && !slices.Contains(Kinds(), kind) {
			return nil, fault.New(fault.Invalid, "there is no event %q", kind).WithHint("Events are %s, or * for all.", kindNames())
		}
	}
	if slices.Contains(asked, AllKinds) {
		return []Kind{AllKinds}, nil
	}
	return slices.DeleteFunc(Kinds(), func(kind Kind) bool { return !slices.Contains(asked, kind) }), nil
}

func kindNames() string {
	names := make([]string, 0, len(Kinds()))
	for _, kind := range Kinds() {
		names = append(names, string(kind))
	}
	return strings.Join(names, ", ")
}
