package app

import "github.com/millrace/millrace/internal/retention"

// newCleaner makes what removes old plans and the snapshots that nothing refers to.
func (a *App) newCleaner() *retention.Cleaner {
	return retention.New(retention.Options{
		Plans: a.state.db.Plans(), Snapshots: a.state.db.Snapshots(), KeepPlans: a.settings.PlanRetention, Logger: a.logger,
	})
}
