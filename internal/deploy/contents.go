package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/deployed"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Contents gives the project that is deployed in an environment, compiled for it.
func (s *Plans) Contents(ctx context.Context, organization ids.Organization, id ids.Environment) (*compiler.Compilation, error) {
	e, err := s.options.Environments.Find(ctx, organization, id)
	if err != nil {
		return nil, err
	}
	if e.Snapshot == "" {
		return nil, errNothing
	}
	parameters, err := deployed.SettleParameters(e.Settings.Parameters, nil, false)
	if err != nil {
		return nil, err
	}
	site, err := s.options.Sites.Site(ctx, e)
	if err != nil {
		return nil, err
	}
	return s.options.Projects.Compile(ctx, organization, e.Snapshot, site.Place(e.Settings.Mappings, parameters.Values))
}

var errNothing = fault.New(fault.NotFound, "nothing is deployed").WithHint("Deploy a project to the environment first.")

// IsEmpty reports whether a fault of Contents says that nothing is deployed yet.
func IsEmpty(err error) bool { return err == errNothing } //nolint:errorlint // it is this one value
