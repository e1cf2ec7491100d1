package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

// The error for an invalid cron expression has the position of the wrong part, wherever the expression is sent.
func TestCronErrorsHavePositions(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	environment := platform.NewEnvironment(token, platform.NewProject(token, "Orders"), "Production")
	for path, body := range map[string]object{
		previewPath:   {"cron": "30 25 * * MON-FRI"},
		schedulesPath: {"cron": "30 25 * * MON-FRI", "name": "Nightly", "environmentID": environment},
	} {
		var response api.Error
		platform.Post(token, path, body).Want(http.StatusBadRequest).JSON(&response)
		at := response.Error.Position
		if at == nil || at.Start != 3 || at.End != 5 {
			t.Errorf("%s: position %+v, want 3 to 5: %+v", path, at, response.Error)
		}
	}
	var response api.Error
	platform.Post(token, previewPath, object{"cron": "0 6 * * *", "timeZone": "Europe/Nowhere"}).Want(http.StatusBadRequest).JSON(&response)
	if response.Error.Position != nil {
		t.Errorf("an unknown time zone has the position %+v", response.Error.Position)
	}
}

// A preview names the next change of the clocks, in zones that have one.
func TestPreviewNamesTheClockChange(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	preview := func(zone string) api.SchedulePreviewAnswer {
		var answer api.SchedulePreviewAnswer
		body := object{"cron": "30 6 * * *", "timeZone": zone, "after": "2026-11-16T00:00:00.000Z"}
		platform.Post(token, previewPath, body).Want(http.StatusOK).JSON(&answer)
		return answer
	}
	if change := preview("UTC").ClockChange; change != nil {
		t.Errorf("UTC has %+v", change)
	}
	want := api.ClockChange{At: "2027-03-28T01:00:00.000Z", OffsetBefore: 60, OffsetAfter: 120}
	if change := preview("Europe/Berlin").ClockChange; change == nil || *change != want {
		t.Errorf("Berlin has %+v, want %+v", change, want)
	}
}
