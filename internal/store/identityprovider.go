package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// IdentityProviders stores the identity providers of organizations.
type IdentityProviders struct{ db *DB }

// IdentityProviders returns the store of identity providers.
func (db *DB) IdentityProviders() *IdentityProviders { return &IdentityProviders{db} }

const identityProviderColumns = `organization_id, kind, is_enabled, only_single_sign_on, settings, sealed_secret, updated_at`

// Find returns the provider of an organization.
func (s *IdentityProviders) Find(ctx context.Context, organization ids.Organization) (account.IdentityProvider, error) {
	found, err := findIdentityProvider(ctx, s.db.reader, organization)
	return found, translate(err)
}

func findIdentityProvider(ctx context.Context, q querier, organization ids.Organization) (account.IdentityProvider, error) {
	var found account.IdentityProvider
	var settings []byte
	var updatedAt int64
	err := q.QueryRowContext(ctx, `SELECT `+identityProviderColumns+` FROM identity_providers WHERE organization_id = $1`, organization).
		Scan(&found.Organization, &found.Kind, &found.IsEnabled, &found.OnlySingleSignOn, &settings, &found.SealedSecret, &updatedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return account.IdentityProvider{}, account.NoIdentityProvider()
	}
	if err != nil {
		return account.IdentityProvider{}, err
	}
	found.UpdatedAt = fromMoment(updatedAt)
	return found, json.Unmarshal(settings, &found.ProviderSettings)
}

// Change passes the provider of the actor's organization to change, or nil, and stores the result.
func (s *IdentityProviders) Change(
	ctx context.Context, by account.Actor, change func(before *account.IdentityProvider) (account.IdentityProvider, error),
) (account.IdentityProvider, error) {
	var after account.IdentityProvider
	err := s.db.write(ctx, by, audit.On(audit.Update, audit.IdentityProvider, ""), func(t *tx) error {
		if err := lockOrganization(ctx, t, by.Organization); err != nil {
			return err
		}
		before, err := identityProviderOrNil(ctx, t, by.Organization)
		if err != nil {
			return err
		}
		if after, err = change(before); err != nil {
			return err
		}
		after.Organization = by.Organization
		t.auditChanges(identityProviderFields(before), identityProviderFields(&after))
		if after.RequiresSingleSignOn() {
			if err := requireBreakGlass(ctx, t, by.Organization, ""); err != nil {
				return err
			}
		}
		if before != nil && after.HasOtherSubjects(*before) {
			if err := unlinkOrganization(ctx, t, by.Organization); err != nil {
				return err
			}
		}
		return replaceIdentityProvider(ctx, t, after)
	})
	return after, err
}

func identityProviderOrNil(ctx context.Context, q querier, organization ids.Organization) (*account.IdentityProvider, error) {
	found, err := findIdentityProvider(ctx, q, organization)
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // no provider is a normal result here
	}
	return &found, err
}

func replaceIdentityProvider(ctx context.Context, t *tx, provider account.IdentityProvider) error {
	settings, err := json.Marshal(provider.ProviderSettings)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `INSERT INTO identity_providers (`+identityProviderColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (organization_id) DO UPDATE SET kind = excluded.kind, is_enabled = excluded.is_enabled,
		only_single_sign_on = excluded.only_single_sign_on, settings = excluded.settings, sealed_secret = excluded.sealed_secret,
		updated_at = excluded.updated_at`,
		provider.Organization, provider.Kind, provider.IsEnabled, provider.OnlySingleSignOn, string(settings), provider.SealedSecret,
		moment(provider.UpdatedAt))
	if err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `DELETE FROM identity_provider_domains WHERE organization_id = $1`, provider.Organization); err != nil {
		return err
	}
	for _, domain := range provider.EmailDomains {
		_, err := t.ExecContext(ctx, `INSERT INTO identity_provider_domains (organization_id, domain) VALUES ($1, $2)`, provider.Organization, domain)
		if err != nil {
			return err
		}
	}
	return nil
}

// Delete deletes the provider of the actor's organization.
func (s *IdentityProviders) Delete(ctx context.Context, by account.Actor) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.IdentityProvider, ""), func(t *tx) error {
		before, err := identityProviderOrNil(ctx, t, by.Organization)
		if err != nil {
			return err
		}
		t.auditChanges(identityProviderFields(before), nil)
		if err := unlinkOrganization(ctx, t, by.Organization); err != nil {
			return err
		}
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM identity_providers WHERE organization_id = $1`, by.Organization))
		if missing {
			return account.NoIdentityProvider()
		}
		return err
	})
}

// maxDomainOrganizations limits the organizations that the sign-in page offers for one domain.
const maxDomainOrganizations = 20

// ForDomain returns the organizations whose enabled provider lists an e-mail domain, by name.
func (s *IdentityProviders) ForDomain(ctx context.Context, domain string) ([]account.Organization, error) {
	found, err := queryAll(ctx, s.db.reader, func(scan scanner) (account.Organization, error) {
		var organization account.Organization
		var createdAt int64
		err := scan(&organization.ID, &organization.Name, &organization.Subdomain, &createdAt)
		organization.CreatedAt = fromMoment(createdAt)
		return organization, err
	}, `SELECT o.id, o.name, o.subdomain, o.created_at FROM identity_provider_domains d
		JOIN identity_providers p ON p.organization_id = d.organization_id AND p.is_enabled
		JOIN organizations o ON o.id = d.organization_id WHERE d.domain = $1 ORDER BY o.name, o.id LIMIT $2`, domain, maxDomainOrganizations)
	return found, translate(err)
}

// lockOrganization locks an organization until the transaction ends.
func lockOrganization(ctx context.Context, t *tx, organization ids.Organization) error {
	var locked string
	return t.QueryRowContext(ctx, `SELECT id FROM organizations WHERE id = $1`+t.dialect.forUpdate, organization).Scan(&locked)
}

// requireAnotherBreakGlass rejects a change that takes the last break-glass administrator from an organization that
// requires single sign-on. It locks the organization, so that of two such changes one is rejected.
func requireAnotherBreakGlass(ctx context.Context, t *tx, leaving account.User) error {
	if err := lockOrganization(ctx, t, leaving.Organization); err != nil {
		return err
	}
	provider, err := identityProviderOrNil(ctx, t, leaving.Organization)
	if err != nil || provider == nil || !provider.RequiresSingleSignOn() {
		return err
	}
	return requireBreakGlass(ctx, t, leaving.Organization, leaving.ID)
}

// requireBreakGlass returns a conflict if no user other than except could sign in without the provider.
func requireBreakGlass(ctx context.Context, t *tx, organization ids.Organization, except ids.User) error {
	var count int
	err := t.QueryRowContext(ctx, `SELECT count(*) FROM users WHERE organization_id = $1 AND id <> $2 AND is_break_glass
		AND role = $3 AND status = $4 AND password_hash <> ''`,
		organization, except, account.OrganizationAdministrator, account.UserActive).Scan(&count)
	if err == nil && count == 0 {
		return account.NoBreakGlass()
	}
	return err
}
