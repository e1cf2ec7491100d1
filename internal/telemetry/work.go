package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// workMetrics count the work of this process: runs, nodes, schedules and webhooks.
type workMetrics struct {
	runs, nodes, deliveries *labelCounter
	runWait, lateness       prometheus.Histogram
}

func newWorkMetrics() *workMetrics {
	waits := []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200}
	return &workMetrics{
		runs: newLabelCounter(prometheus.CounterOpts{
			Name: "millrace_runs_ended_total", Help: "Runs that this process ended, by status.",
		}, "status", []string{"completed", "failed", "canceled"}),
		nodes: newLabelCounter(prometheus.CounterOpts{
			Name: "millrace_nodes_ended_total", Help: "Nodes that this process ended, by state.",
		}, "state", []string{"complete", "failed", "skipped", "canceled"}),
		deliveries: newLabelCounter(prometheus.CounterOpts{
			Name: "millrace_webhook_attempts_total", Help: "Attempts to deliver a webhook event, by outcome.",
		}, "outcome", []string{"delivered", "failed"}),
		runWait: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "millrace_run_wait_seconds", Help: "Time from the creation of a run to its first claim.", Buckets: waits,
		}),
		lateness: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "millrace_schedule_lateness_seconds", Help: "Time from when a firing is due to when a server claims it.", Buckets: waits,
		}),
	}
}

func (w *workMetrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{w.runs.vector, w.nodes.vector, w.deliveries.vector, w.runWait, w.lateness}
}

// CountRunEnded counts a run that ended with a status.
func (m *Metrics) CountRunEnded(status string) { m.work.runs.inc(status) }

// CountNodeEnded counts a node that reached a final state.
func (m *Metrics) CountNodeEnded(state string) { m.work.nodes.inc(state) }

// CountDelivery counts an attempt to deliver a webhook event.
func (m *Metrics) CountDelivery(isDelivered bool) {
	if isDelivered {
		m.work.deliveries.inc("delivered")
		return
	}
	m.work.deliveries.inc("failed")
}

// ObserveRunWait records how long a run waited for its first claim.
func (m *Metrics) ObserveRunWait(wait time.Duration) { m.work.runWait.Observe(max(0, wait).Seconds()) }

// ObserveLateness records how late a firing was claimed.
func (m *Metrics) ObserveLateness(late time.Duration) {
	m.work.lateness.Observe(max(0, late).Seconds())
}
