package contract_test

import (
	"net/http"

	"github.com/millrace/millrace/internal/apptest"
)

const (
	schedulesPath = "/api/v1/schedules"
	previewPath   = "/api/v1/schedulePreview"
)

func scheduleOperations() map[string]operationCase {
	const path = schedulesPath
	return map[string]operationCase{
		"listSchedules": listed(path),
		"createSchedule": about(created, func(n names) apptest.Request {
			return post(path, object{"name": n.fresh, "environmentID": n.environment, "cron": "0 0 1 1 *"})
		}),
		"previewSchedule": {
			good: fixed(post(previewPath, object{"cron": "30 6 * * MON-FRI", "timeZone": "Europe/Berlin", "count": 3})), status: ok,
			bad: fixed(post(previewPath, object{"cron": "every morning"})), refuse: http.StatusBadRequest,
		},
		"getSchedule":      about(ok, func(n names) apptest.Request { return get(path + "/" + n.schedule) }),
		"updateSchedule":   about(ok, func(n names) apptest.Request { return patch(path+"/"+n.schedule, object{"name": n.fresh}) }),
		"deleteSchedule":   about(gone, func(n names) apptest.Request { return del(path + "/" + n.schedule) }).with(freshSchedule),
		"takeOverSchedule": about(ok, func(n names) apptest.Request { return post(path+"/"+n.schedule+"/takeOver", nil) }).with(freshSchedule),
		"runScheduleNow":   about(ok, func(n names) apptest.Request { return post(path+"/"+n.schedule+"/run", nil) }),
		"listFirings":      about(ok, func(n names) apptest.Request { return get(path + "/" + n.schedule + "/firings") }),
	}
}

// newSchedule creates a schedule of the fixture's environment that does not fire by itself during a test.
func (w *apiFixture) newSchedule() string {
	return w.Post(w.admin.Token, schedulesPath, object{
		"name": w.freshText(), "environmentID": w.names.environment, "jobID": 1, "cron": "0 0 1 1 *", "isPaused": true,
	}).Want(http.StatusCreated).Field("id")
}

func freshSchedule(w *apiFixture, n *names, _ apptest.Person) { n.schedule = w.newSchedule() }
