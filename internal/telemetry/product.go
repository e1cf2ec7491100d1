package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// State is what the state database and the engines contain at one moment. All servers of a deployment report the same
// values, except for the engines.
type State struct {
	RunsWaiting, RunsRunning int
	OldestRunWait            time.Duration // how long the oldest waiting run has waited
	Leases                   int           // valid leases on runs
	FiringsDue               int           // firings that are due and not started
	FiringsQueued            int           // firings that wait for an earlier one
	ScheduleLateness         time.Duration // how long the schedule that is due longest is due
	DeliveriesWaiting        int           // webhook deliveries that are not sent
	OldestDelivery           time.Duration // how long the oldest of them has waited

	EnginesOpen int // connections with an open engine in this process
	EngineUsers int // runs and requests that use them
}

// StateReader reads the state for a scrape.
type StateReader func(ctx context.Context) (State, error)

// stateTimeout bounds the reading of the state, so that a database that does not answer leaves time for the other
// metrics.
const stateTimeout = 5 * time.Second

// stateMetric is one gauge of the state.
type stateMetric struct {
	description *prometheus.Desc
	value       func(State) float64
}

// stateCollector reads the state at each scrape.
type stateCollector struct {
	read    StateReader
	up      *prometheus.Desc
	metrics []stateMetric
}

// CollectState adds the gauges of the state. Call it once, before the first scrape.
func (m *Metrics) CollectState(read StateReader) { m.registry.MustRegister(newStateCollector(read)) }

func newStateCollector(read StateReader) *stateCollector {
	gauge := func(name, help string, value func(State) float64) stateMetric {
		return stateMetric{description: prometheus.NewDesc("millrace_"+name, help, nil, nil), value: value}
	}
	return &stateCollector{
		read: read,
		up:   prometheus.NewDesc("millrace_state_database_up", "1 if the state database answered this scrape, else 0.", nil, nil),
		metrics: []stateMetric{
			gauge("runs_waiting", "Runs that wait for a worker or for an earlier run.", func(s State) float64 { return float64(s.RunsWaiting) }),
			gauge("runs_running", "Runs in progress.", func(s State) float64 { return float64(s.RunsRunning) }),
			gauge("run_oldest_wait_seconds", "How long the oldest waiting run has waited.", func(s State) float64 { return s.OldestRunWait.Seconds() }),
			gauge("run_leases", "Valid leases on runs. Fewer than running runs means that workers have died.", func(s State) float64 { return float64(s.Leases) }),
			gauge("schedule_firings_due", "Firings that are due and have not started.", func(s State) float64 { return float64(s.FiringsDue) }),
			gauge("schedule_firings_queued", "Firings that wait for an earlier firing.", func(s State) float64 { return float64(s.FiringsQueued) }),
			gauge("schedule_overdue_seconds", "How long the schedule that is due longest is due.", func(s State) float64 { return s.ScheduleLateness.Seconds() }),
			gauge("webhook_deliveries_waiting", "Webhook deliveries that wait to be sent.", func(s State) float64 { return float64(s.DeliveriesWaiting) }),
			gauge("webhook_oldest_delivery_seconds", "How long the oldest of them has waited.", func(s State) float64 { return s.OldestDelivery.Seconds() }),
			gauge("engines_open", "Connections with an open engine in this process.", func(s State) float64 { return float64(s.EnginesOpen) }),
			gauge("engine_users", "Runs and requests that use an open engine.", func(s State) float64 { return float64(s.EngineUsers) }),
		},
	}
}

// Describe implements prometheus.Collector.
func (c *stateCollector) Describe(all chan<- *prometheus.Desc) {
	all <- c.up
	for _, metric := range c.metrics {
		all <- metric.description
	}
}

// Collect implements prometheus.Collector. If the state cannot be read, its gauges are missing, because an old value
// would hide the outage.
func (c *stateCollector) Collect(all chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), stateTimeout)
	defer cancel()
	state, err := c.read(ctx)
	up := 1.0
	if err != nil {
		up = 0
	}
	all <- prometheus.MustNewConstMetric(c.up, prometheus.GaugeValue, up)
	if err != nil {
		return
	}
	for _, metric := range c.metrics {
		all <- prometheus.MustNewConstMetric(metric.description, prometheus.GaugeValue, metric.value(state))
	}
}
