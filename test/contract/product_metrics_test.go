package contract_test

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// The metrics show runs, nodes, the queue, leases, schedules, webhooks and engines.
func TestMetricsOfTheProduct(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.newSchedule(object{"cron": "0 0 1 1 *", "jobID": 1})
		metrics := m.metrics()
		// The counter follows the end of the run, which the fixture has seen.
		for strings.Contains(metrics, `millrace_runs_ended_total{status="completed"} 0`) {
			metrics = m.metrics()
		}
		for _, line := range []string{
			"millrace_state_database_up 1", "millrace_runs_waiting 0", "millrace_runs_running 0", "millrace_run_leases 0",
			"millrace_run_oldest_wait_seconds 0", "millrace_schedule_firings_due 0", "millrace_schedule_firings_queued 0",
			"millrace_schedule_overdue_seconds 0", "millrace_webhook_deliveries_waiting 0", "millrace_webhook_oldest_delivery_seconds 0",
			`millrace_runs_ended_total{status="failed"} 0`, `millrace_nodes_ended_total{state="failed"} 0`,
			`millrace_webhook_attempts_total{outcome="failed"} 0`,
		} {
			if !strings.Contains(metrics, line+"\n") {
				t.Errorf("the metrics do not say %s", line)
			}
		}
		for _, none := range []string{
			`millrace_nodes_ended_total{state="complete"} 0`, "millrace_run_wait_seconds_count 0",
			"millrace_engines_open 0",
		} {
			if strings.Contains(metrics, none+"\n") || !strings.Contains(metrics, none[:strings.LastIndex(none, " ")]) {
				t.Errorf("after a deployment and a refresh the metrics say %s", none)
			}
		}
		wantDashboardMetrics(t, metrics)
	})
}

func (m *deployedFixture) metrics() string {
	m.t.Helper()
	return string(m.Get(apptest.MetricsToken, "/metrics").Want(http.StatusOK).Body)
}

var dashboardMetric = regexp.MustCompile(`millrace_[a-z_]+`)

// wantDashboardMetrics checks that the dashboard in the documents shows only metrics that exist.
func wantDashboardMetrics(t *testing.T, metrics string) {
	t.Helper()
	dashboard, err := os.ReadFile("../../docs/grafana-dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(dashboard) {
		t.Error("the dashboard is not JSON")
	}
	names := dashboardMetric.FindAllString(string(dashboard), -1)
	if len(names) < 20 {
		t.Errorf("the dashboard shows %d metrics", len(names))
	}
	for _, name := range names {
		if !strings.Contains(metrics, "\n"+name) {
			t.Errorf("the dashboard shows %s, which does not exist", name)
		}
	}
}
