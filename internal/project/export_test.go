package project

// Statuses lists the nine words.
func Statuses() []Status {
	return []Status{
		Initializing, Waiting, Deploying, FailedDeploy, Refreshing, FailedRefresh, RunningDevRun, FailedDevRun, Deleting,
	}
}
