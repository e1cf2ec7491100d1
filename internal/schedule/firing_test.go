package schedule_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/schedule"
)

var firingStates = []schedule.FiringState{
	schedule.FiringDue, schedule.FiringQueued, schedule.FiringStarted, schedule.FiringCompleted, schedule.FiringCanceled, schedule.FiringFailed,
	schedule.FiringSkipped, schedule.FiringMissed,
}

func TestEndStatesAreFinal(t *testing.T) {
	t.Parallel()
	open := map[schedule.FiringState]bool{schedule.FiringDue: true, schedule.FiringQueued: true, schedule.FiringStarted: true}
	for _, from := range firingStates {
		if from.IsOver() == open[from] {
			t.Errorf("%s is over: %t", from, from.IsOver())
		}
		for _, to := range firingStates {
			if from.IsOver() && from.CanMove(to) {
				t.Errorf("a firing goes from %s to %s", from, to)
			}
		}
	}
	if schedule.FiringQueued.CanMove(schedule.FiringStarted) || schedule.FiringDue.CanMove(schedule.FiringCompleted) {
		t.Error("a firing leaves a step out")
	}
}

func TestFiringStatesAreParsed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]schedule.FiringState{
		"": nil, "failed": {schedule.FiringFailed}, "failed, missed,failed": {schedule.FiringFailed, schedule.FiringMissed},
	} {
		if got, err := schedule.ParseFiringStates(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, wrong := range []string{"over", "failed,", "Failed"} {
		if _, err := schedule.ParseFiringStates(wrong); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

func TestAdmit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		overlap schedule.OverlapPolicy
		cause   schedule.Cause
		open    int
		want    schedule.FiringState
		kind    fault.Kind
	}{
		{schedule.Queue, schedule.ByTime, 0, schedule.FiringDue, ""},
		{schedule.Queue, schedule.ByTime, 1, schedule.FiringQueued, ""},
		{schedule.Queue, schedule.ByRun, schedule.MaxOpenFirings, schedule.FiringSkipped, ""},
		{schedule.Queue, schedule.ByPerson, 1, schedule.FiringDue, ""},
		{schedule.Skip, schedule.ByTime, 0, schedule.FiringDue, ""},
		{schedule.Skip, schedule.ByTime, 1, schedule.FiringSkipped, ""},
		{schedule.Skip, schedule.ByPerson, 0, schedule.FiringDue, ""},
		{schedule.Skip, schedule.ByPerson, 1, "", fault.Conflict},
		{schedule.Parallel, schedule.ByTime, 5, schedule.FiringDue, ""},
		{schedule.Parallel, schedule.ByTime, schedule.MaxOpenFirings, schedule.FiringSkipped, ""},
		{schedule.Parallel, schedule.ByPerson, schedule.MaxOpenFirings, "", fault.Limit},
	} {
		s := schedule.Schedule{Overlap: tt.overlap}
		got, reason, err := s.Admit(tt.cause, tt.open)
		if tt.kind != "" {
			if !fault.Is(err, tt.kind) {
				t.Errorf("%+v: %v", tt, err)
			}
			continue
		}
		if err != nil || got != tt.want || (reason != "") != (got == schedule.FiringSkipped) {
			t.Errorf("%+v: %s, %q, %v", tt, got, reason, err)
		}
	}
}
