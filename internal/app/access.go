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
func (a *App) newEgress(allPrivate bool) *egress.Policy {
	organizations := a.state.db.Organizations()
	policy := &egress.Policy{
		Networks: granted(organizations, a.settings.OutgoingNetworks), HasSeveral: organizations.HasSeveral, AllPrivate: allPrivate,
		State: a.state.db.Server(),
	}
	for _, listener := range []net.Listener{a.listener, a.metricsListener} {
		if listener == nil {
			continue
		}
		if address, ok := listener.Addr().(*net.TCPAddr); ok {
			policy.Listen = append(policy.Listen, egress.Endpoint{Host: address.IP.String(), Port: address.AddrPort().Port()})
		}
	}
	return policy
}

// warnOfUnknownOrganizations logs the organizations in settings that do not exist. They may be created later.
func (a *App) warnOfUnknownOrganizations(ctx context.Context) error {
	for setting, names := range map[string][]string{
		"duckdb_folders":    a.settings.DuckDBFolders.Organizations(),
		"git_folders":       a.settings.GitFolders.Organizations(),
		"outgoing_networks": a.settings.OutgoingNetworks.Organizations(),
	} {
		for _, name := range names {
			exists, err := a.state.db.Organizations().Exists(ctx, name)
			if err != nil {
				return err
			}
			if !exists {
				a.logger.WarnContext(ctx, "setting names an organization that does not exist", "setting", setting, "organization", name)
			}
		}
	}
	return nil
}
