package app

import "github.com/millrace/millrace/internal/retention"

// newCleaner returns the cleaner that deletes expired plans and unreferenced project snapshots.
func (p *process) newCleaner() *retention.Cleaner {
	return retention.New(retention.Options{
		Plans: p.state.db.Plans(), Snapshots: p.state.db.Snapshots(), KeepPlans: p.settings.PlanRetention, Logger: p.logger,
		AuditLog: p.state.db.AuditLog(), KeepAudit: p.settings.AuditRetention,
	})
}
