package app

import (
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/retention"
)

// newCleaner returns the cleaner that deletes expired runs, plans and unreferenced project snapshots.
func (p *process) newCleaner() *retention.Cleaner {
	return retention.New(retention.Options{
		Runs: p.state.db.Retention(), Organizations: p.state.db.Organizations(),
		RunRules: func(o account.Organization) config.Retention { return p.settings.RetentionOf(string(o.ID), o.Name) },
		Plans:    p.state.db.Plans(), Snapshots: p.state.db.Snapshots(), KeepPlans: p.settings.PlanRetention, Logger: p.logger,
		AuditLog: p.state.db.AuditLog(), KeepAudit: p.settings.AuditRetention,
	})
}
