package schedule_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/schedule"
)

// TestTriggerCycles compares with a model that follows every way from a schedule, among random schedules of which those before
// the last are free of circles.
func TestTriggerCycles(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(1, 2))
	circles := 0
	for range 2_000 {
		var kept []schedule.TriggerLink
		for i := range 8 {
			link := randomLink(dice, i)
			err := schedule.CheckTriggerCycle(link, kept)
			if isCircle := comesBack(link, append(kept, link)); (err != nil) != isCircle {
				t.Fatalf("%+v among %+v: %v, and it comes back: %t", link, kept, err, isCircle)
			}
			if err != nil {
				circles++
				continue
			}
			kept = append(kept, link)
		}
	}
	if circles == 0 {
		t.Error("no circle was tried")
	}
}

func randomLink(dice *rand.Rand, i int) schedule.TriggerLink {
	link := schedule.TriggerLink{ID: ids.Schedule(strconv.Itoa(i)), Environment: ids.Environment(dice.IntN(2)), Job: strconv.Itoa(dice.IntN(4))}
	switch dice.IntN(3) {
	case 0:
		link.Trigger.Cron = "0 0 * * *"
	case 1:
		link.Trigger.Job = strconv.Itoa(dice.IntN(4))
	default:
		link.Trigger.Schedule = ids.Schedule(strconv.Itoa(dice.IntN(8)))
	}
	return link
}

// comesBack follows what a schedule sets off, as far as that goes.
func comesBack(from schedule.TriggerLink, all []schedule.TriggerLink) bool {
	reached := map[ids.Schedule]bool{}
	for front := []schedule.TriggerLink{from}; len(front) > 0; front = front[1:] {
		for _, next := range all {
			byJob := next.Trigger.Job != "" && next.Trigger.Job == front[0].Job && next.Environment == front[0].Environment
			if (byJob || next.Trigger.Schedule == front[0].ID) && !reached[next.ID] {
				reached[next.ID] = true
				front = append(front, next)
			}
		}
	}
	return reached[from.ID]
}
