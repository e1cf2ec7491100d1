package httpapi

import (
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
	"github.com/millrace/millrace/internal/overview"
)

func (h *handlers) presentServerState(state overview.ServerState) api.ServerState {
	work := state.Work
	shape := api.ServerState{
		Version: h.version, StartedAt: timestamp(h.services.Servers.StartedAt), Worker: h.services.Servers.Worker,
		Database:   api.ServerDatabase{Kind: state.Database.Kind, Version: state.Database.Version, Schema: state.Database.Schema},
		Engines:    present(state.Engines, presentEngine),
		Queue:      present(state.Queue, presentQueue),
		Retention:  presentRetention(state.Retention),
		Runs:       api.ServerRuns{Waiting: work.RunsWaiting, Running: work.RunsRunning, OldestWaitSeconds: seconds(work.OldestRunWait)},
		Leases:     present(state.Leases, presentLease),
		Firings:    api.ServerFirings{Due: work.FiringsDue, Queued: work.FiringsQueued, OverdueSeconds: seconds(work.ScheduleLateness)},
		Deliveries: api.ServerDeliveries{Waiting: work.DeliveriesWaiting, OldestWaitSeconds: seconds(work.OldestDelivery)},
	}
	if disk := state.Disk; disk != nil {
		shape.Disk = &api.ServerDisk{FreeBytes: disk.Free, TotalBytes: disk.Total, IsFull: disk.IsFull}
	}
	return shape
}

func presentEngine(e overview.Engine) api.ServerEngine {
	return api.ServerEngine{Kind: e.Kind, Library: e.Library, Version: e.Version}
}

func presentQueue(q overview.Queue) api.ServerQueue {
	return api.ServerQueue{EnvironmentID: ids.FormatNumber(q.Environment), Waiting: q.Waiting, Running: q.Running}
}

func presentRetention(r overview.Retention) api.ServerRetention {
	return api.ServerRetention{Runs: r.Runs, Results: r.Results, Deployments: r.Deployments, Plans: r.Plans, AuditLog: r.AuditLog}
}

func presentTotals(t installation.Totals) *api.ServerInstallation {
	return &api.ServerInstallation{
		Organizations: t.Organizations, Users: t.Users, RunsWaiting: t.RunsWaiting, RunsRunning: t.RunsRunning,
		StorageBytes: t.StorageBytes, DatabaseBytes: t.DatabaseBytes,
	}
}

func presentLease(l overview.Lease) api.ServerLease {
	return api.ServerLease{
		RunID: int64(l.Run), EnvironmentID: ids.FormatNumber(l.Environment), Worker: l.Owner, Attempt: int(l.Epoch),
		ExpiresAt: timestamp(l.Until), IsExpired: l.IsExpired,
	}
}

func seconds(d time.Duration) int { return int(d.Seconds()) }
