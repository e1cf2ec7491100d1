package app

import "github.com/millrace/millrace/internal/retention"

// newCleaner returns the cleaner that deletes expired plans and unreferenced project snapshots.
func (a *App) newCleaner() *retention.Cleaner {
	return retention.New(retention.Options{
		Plans: a.state.db.Plans(), Snapshots: a.state.db.Snapshots(), KeepPlans: a.settings.PlanRetention, Logger: a.logger,
	})
}
