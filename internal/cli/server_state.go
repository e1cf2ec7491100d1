package cli

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) serverState() *cobra.Command {
	return exchangeCommand(p, exchange[api.ServerState]{
		use: "server", short: "Show the state of the server and its queue",
		long: "Shows the versions of the server, its database and its engines, the disk, how long your organization keeps what has\n" +
			"ended, and the work of your organization that waits and runs, with the worker of each run in progress. Only\n" +
			"administrators of the organization see it; operators also see numbers of all organizations.\n\n" +
			"JSON: the state as GET /api/v1/serverState returns it.",
		example: "millrace server",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.ServerState, error) {
			return server.GetServerState(ctx)
		},
		show: p.showServerState,
	})
}

func (p Program) showServerState(s *api.ServerState) error {
	var shown facts
	shown.add("version", s.Version)
	shown.add("started", moment(&s.StartedAt))
	shown.add("worker", s.Worker)
	shown.add("database", fmt.Sprintf("%s %s, schema %d", s.Database.Kind, s.Database.Version, s.Database.Schema))
	for i := range s.Engines {
		shown.add("engine", s.Engines[i].Kind+" "+s.Engines[i].Version)
	}
	if s.Disk != nil {
		shown.add("disk", diskText(s.Disk))
	}
	shown.add("runs", fmt.Sprintf("%d waiting, %d running", s.Runs.Waiting, s.Runs.Running))
	shown.add("firings", fmt.Sprintf("%d due, %d queued", s.Firings.Due, s.Firings.Queued))
	shown.add("deliveries", fmt.Sprintf("%d waiting", s.Deliveries.Waiting))
	shown.addRetention(&s.Retention)
	if all := s.Installation; all != nil {
		shown.add("all", fmt.Sprintf("%d organizations, %d users, %d runs waiting, %d running", all.Organizations, all.Users, all.RunsWaiting, all.RunsRunning))
		shown.add("storage", fmt.Sprintf("%s MiB of organizations, %s MiB in the database", mebibytes(all.StorageBytes), mebibytes(all.DatabaseBytes)))
	}
	if err := p.print(shown.String()); err != nil {
		return err
	}
	if err := p.showQueue(s); err != nil || len(s.Leases) == 0 {
		return err
	}
	leases := table{columns: []string{"RUN", "ENVIRONMENT", "WORKER", "LEASE UNTIL"}}
	for i := range s.Leases {
		l := &s.Leases[i]
		leases.add(strconv.FormatInt(l.RunID, 10), l.EnvironmentID, l.Worker, leaseText(l))
	}
	return p.printTable(&leases, "")
}

func (f *facts) addRetention(rules *api.ServerRetention) {
	for _, rule := range []struct{ what, keep string }{
		{"runs", rules.Runs}, {"results", rules.Results}, {"deployments", rules.Deployments}, {"plans", rules.Plans}, {"audit log", rules.AuditLog},
	} {
		f.add("keeps", rule.what+" "+cmp.Or(rule.keep, "forever"))
	}
}

func (p Program) showQueue(s *api.ServerState) error {
	if len(s.Queue) == 0 {
		return nil
	}
	queue := table{columns: []string{"ENVIRONMENT", "WAITING", "RUNNING"}}
	for _, q := range s.Queue {
		queue.add(q.EnvironmentID, strconv.Itoa(q.Waiting), strconv.Itoa(q.Running))
	}
	return p.printTable(&queue, "")
}

func diskText(disk *api.ServerDisk) string {
	const gibibyte = 1 << 30
	text := fmt.Sprintf("%.1f of %.1f GiB free", float64(disk.FreeBytes)/gibibyte, float64(disk.TotalBytes)/gibibyte)
	if disk.IsFull {
		text += ", full: the server accepts no new work"
	}
	return text
}

func leaseText(l *api.ServerLease) string {
	if l.IsExpired {
		return moment(&l.ExpiresAt) + ", expired"
	}
	return moment(&l.ExpiresAt)
}
