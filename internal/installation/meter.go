package installation

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// meterInterval is how often the storage of all organizations is measured. It reads a row for each run and file, without their contents.
const meterInterval = 15 * time.Minute

// MeterStore measures and stores what organizations use.
type MeterStore interface {
	// Organizations returns the ids of all organizations.
	Organizations(ctx context.Context) ([]ids.Organization, error)
	// StateBytes returns how many bytes of the state database belong to an organization: plans and results of runs, deployed
	// projects, git objects and files of workspaces.
	StateBytes(ctx context.Context, organization ids.Organization) (int64, error)
	// SaveStorage stores measured bytes of an organization at a place.
	SaveStorage(ctx context.Context, organization ids.Organization, place string, bytes int64) error
}

// Meter measures the storage of organizations.
type Meter struct {
	Store  MeterStore
	Files  Files
	Folder string // id of the data folder of this process; empty if it is the only one
	Logger *slog.Logger
}

// Run measures all organizations from time to time until the context ends.
func (m *Meter) Run(ctx context.Context) {
	ticker := time.NewTicker(meterInterval)
	defer ticker.Stop()
	for {
		if err := m.measureAll(ctx); err != nil && ctx.Err() == nil {
			m.Logger.WarnContext(ctx, "storage of organizations not measured", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (m *Meter) measureAll(ctx context.Context) error {
	organizations, err := m.Store.Organizations(ctx)
	if err != nil {
		return err
	}
	for _, organization := range organizations {
		if err := m.Measure(ctx, organization); err != nil {
			return err
		}
	}
	return nil
}

// Measure measures one organization and stores the result. Servers that share a database each measure their own data folder.
func (m *Meter) Measure(ctx context.Context, organization ids.Organization) error {
	state, err := m.Store.StateBytes(ctx, organization)
	if err != nil {
		return err
	}
	files, err := m.Files.Size(ctx, organization)
	if err != nil {
		return err
	}
	if err := m.Store.SaveStorage(ctx, organization, "state", state); err != nil {
		return err
	}
	return m.Store.SaveStorage(ctx, organization, "files "+m.Folder, files)
}
