package project

import (
	"context"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// Setup is an organization with everything that it starts with. It is stored in one transaction.
type Setup struct {
	Organization  account.Organization
	Administrator account.User
	Connection    Connection // the default one
	Sample        *Sample    // nil for none
}

// Sample is the sample project of a new organization.
type Sample struct {
	Project      Project
	Workspace    Workspace
	Environments []Environment
}

// SetupStore stores new organizations.
type SetupStore interface {
	// First stores the first organization, unless there is one already, and reports whether it did. Of several servers
	// that start at once, one stores it.
	First(ctx context.Context, setup Setup) (bool, error)
	// Add stores a further organization. A subdomain in use is a conflict.
	Add(ctx context.Context, setup Setup) error
	// HasOrganization reports whether there is one.
	HasOrganization(ctx context.Context) (bool, error)
}

// NewSetup returns the setup of an organization with its first administrator.
func NewSetup(organization account.Organization, administrator account.User, now time.Time) Setup {
	return Setup{
		Organization: organization, Administrator: administrator,
		Connection: DefaultConnection(organization.ID, now),
	}
}

// WithSample adds the sample project: a workspace and two environments on the embedded engine, each with its own
// database for the storage locations of the project.
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
