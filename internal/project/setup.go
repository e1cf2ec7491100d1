package project

import (
	"context"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// Setup is an organization with everything that it starts with. It is stored whole or not at all.
type Setup struct {
	Organization  account.Organization
	Administrator account.User
	Connection    Connection // the default one
	Sample        *Sample    // nil for none
}

// Sample is a project that shows a newcomer what there is.
type Sample struct {
	Project      Project
	Workspace    Workspace
	Environments []Environment
}

// SetupStore stores organizations whole.
type SetupStore interface {
	// First stores the first organization, and does nothing when there is one already; it reports which. Of several
	// servers that start at once, one does it.
	First(ctx context.Context, setup Setup) (bool, error)
	// Add stores one more organization. A subdomain that is taken is a conflict.
	Add(ctx context.Context, setup Setup) error
	// HasOrganization reports whether there is one.
	HasOrganization(ctx context.Context) (bool, error)
}

// NewSetup makes a setup for a company with its first administrator.
func NewSetup(organization account.Organization, administrator account.User, now time.Time) Setup {
	return Setup{
		Organization: organization, Administrator: administrator,
		Connection: DefaultConnection(organization.ID, now),
	}
}

// WithSample adds the sample project: a workspace to work in and two environments on the embedded engine, each with a
// database of its own for the storage locations of the project.
func (s Setup) WithSample(locations []string, now time.Time) (Setup, error) {
	sample := Sample{Project: Project{
		Organization: s.Organization.ID, ID: ids.New[ids.Project](), Name: "Sample warehouse", Platform: DuckDB, CreatedAt: now,
		Description: "A sample: a small shop, from seeds to marts, in two environments on the embedded DuckDB. " +
			"You can delete it at any time.",
	}}
	sample.Workspace = Workspace{Project: sample.Project.ID, Name: firstWorkspace, CreatedAt: now}
	for _, stage := range []struct{ name, description string }{
		{"Development", "For trying out changes."},
		{"Production", "For published data."},
	} {
		settings := EnvironmentSettings{Description: stage.description, Mappings: map[string]Mapping{}}
		for _, location := range locations {
			settings.Mappings[location] = Mapping{Database: strings.ToLower(stage.name), Schema: location}
		}
		environment, err := NewEnvironment(sample.Project.ID, stage.name, settings, now)
		if err != nil {
			return Setup{}, err
		}
		sample.Environments = append(sample.Environments, environment)
	}
	s.Sample = &sample
	return s, nil
}
