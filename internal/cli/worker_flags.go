package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
)

// workerLabelHelp is the help of --worker-label.
const workerLabelHelp = "only workers with this label execute the runs (default: any worker)"

// connectionWorkerFlags say which workers use a connection, and how much.
type connectionWorkerFlags struct {
	label   string
	maxRuns int
}

func (f *connectionWorkerFlags) register(command *cobra.Command) {
	command.Flags().StringVar(&f.label, "worker-label", "", workerLabelHelp)
	command.Flags().IntVar(&f.maxRuns, "max-runs", 0, "runs in progress at once, over all workers; 0 is no limit")
}

func (f *connectionWorkerFlags) create(body *api.ConnectionCreate) {
	body.WorkerLabel, body.MaxRuns = given(f.label), given(f.maxRuns)
}

func (f *connectionWorkerFlags) update(command *cobra.Command, body *api.ConnectionUpdate) {
	body.WorkerLabel = changedOrNull(command, "worker-label", f.label)
	body.MaxRuns = changedOrNull(command, "max-runs", f.maxRuns)
}
