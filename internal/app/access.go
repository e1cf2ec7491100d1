package app

import (
	"context"
	"net"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/store"
)

// granted returns a function that finds what a setting grants to an organization.
func granted[T any](organizations *store.Organizations, grants config.Grants[T]) func(context.Context, ids.Organization) ([]T, error) {
	return func(ctx context.Context, id ids.Organization) ([]T, error) {
		if len(grants.Organizations()) == 0 {
			return grants.For(string(id), ""), nil
		}
		organization, err := organizations.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		return grants.For(string(id), organization.Name), nil
	}
}

// newEgress returns the rule for outgoing connections. allPrivate also allows all private addresses.
func (p *process) newEgress(allPrivate bool) *egress.Policy {
	organizations := p.state.db.Organizations()
	policy := &egress.Policy{
		Networks: granted(organizations, p.settings.OutgoingNetworks), HasSeveral: organizations.HasSeveral, AllPrivate: allPrivate,
		State: p.state.db.Server(),
	}
	for _, listener := range p.listeners {
		if address, ok := listener.Addr().(*net.TCPAddr); ok {
			policy.Listen = append(policy.Listen, egress.Endpoint{Host: address.IP.String(), Port: address.AddrPort().Port()})
		}
	}
	return policy
}

// warnOfUnknownOrganizations logs the organizations in settings that do not exist. They may be created later.
func (p *process) warnOfUnknownOrganizations(ctx context.Context) error {
	for setting, names := range map[string][]string{
		"duckdb_folders":    p.settings.DuckDBFolders.Organizations(),
		"git_folders":       p.settings.GitFolders.Organizations(),
		"outgoing_networks": p.settings.OutgoingNetworks.Organizations(),

		"run_retention":        p.settings.RunRetention.Organizations(),
		"result_retention":     p.settings.ResultRetention.Organizations(),
		"deployment_retention": p.settings.DeploymentRetention.Organizations(),
	} {
		for _, name := range names {
			exists, err := p.state.db.Organizations().Exists(ctx, name)
			if err != nil {
				return err
			}
			if !exists {
				p.logger.WarnContext(ctx, "setting names an organization that does not exist", "setting", setting, "organization", name)
			}
		}
	}
	return nil
}
