package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// Setups stores complete new organizations, and the fingerprint of the key that seals the deployment's secrets.
type Setups struct{ db *DB }

// Setups returns the store of setups.
func (db *DB) Setups() *Setups { return &Setups{db} }

// BindKey records the fingerprint of the server's key on the first start, and rejects any other key afterwards, because
// with another key no token is found and no secret can be opened.
func (s *Setups) BindKey(ctx context.Context, fingerprint string) error {
	return s.db.system(ctx, func(t *tx) error {
		_, err := t.ExecContext(ctx, `INSERT INTO installation (id, key_fingerprint) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`, fingerprint)
		if err != nil {
			return err
		}
		var known string
		if err := t.QueryRowContext(ctx, `SELECT key_fingerprint FROM installation WHERE id = 1`).Scan(&known); err != nil {
			return err
		}
		return compareKeys(known, fingerprint)
	})
}

// CheckKey rejects a key that is not the one that the database was set up with. It sets nothing up, because a worker must not decide
// about the key of a deployment.
func (s *Setups) CheckKey(ctx context.Context, fingerprint string) error {
	var known string
	err := s.db.reader.QueryRowContext(ctx, `SELECT key_fingerprint FROM installation WHERE id = 1`).Scan(&known)
	if errors.Is(err, sql.ErrNoRows) {
		return notSetUp()
	}
	if err != nil {
		return translate(err)
	}
	return compareKeys(known, fingerprint)
}

func compareKeys(known, fingerprint string) error {
	if known == fingerprint {
		return nil
	}
	return fault.New(fault.Conflict, "this server's key is not the key that the database was set up with").
		WithHint("Give every server and worker of a deployment the same key: set MILLRACE_KEY, or copy server.key from the data folder of the first server.")
}

// HasOrganization reports whether there is an organization.
func (s *Setups) HasOrganization(ctx context.Context) (bool, error) {
	has, err := hasOrganization(ctx, s.db.reader)
	return has, translate(err)
}

func hasOrganization(ctx context.Context, q querier) (bool, error) {
	var n int
	err := q.QueryRowContext(ctx, `SELECT count(*) FROM organizations`).Scan(&n)
	return n > 0, err
}

// First stores the first organization, unless there is one. Its administrator becomes an operator. It locks the row of the installation, so that servers that
// start at the same time do not both store one.
func (s *Setups) First(ctx context.Context, setup project.Setup) (bool, error) {
	var done bool
	err := s.db.write(ctx, setupActor(setup), setupEntry(setup), func(t *tx) error {
		var locked int
		if err := t.QueryRowContext(ctx, `SELECT id FROM installation WHERE id = 1`+t.dialect.forUpdate).Scan(&locked); err != nil {
			return err
		}
		has, err := hasOrganization(ctx, t)
		done = !has
		if has {
			t.unchanged()
		}
		if err != nil || has {
			return err
		}
		if err := insertSetup(ctx, t, setup); err != nil {
			return err
		}
		return t.insertOperator(ctx, setup.Administrator)
	})
	return done && err == nil, err
}

// Add stores one more organization.
func (s *Setups) Add(ctx context.Context, setup project.Setup) error {
	return s.db.write(ctx, setupActor(setup), setupEntry(setup), func(t *tx) error { return insertSetup(ctx, t, setup) })
}

// setupActor is the server itself, which creates organizations.
func setupActor(setup project.Setup) account.Actor {
	return account.Actor{Organization: setup.Organization.ID}
}

func setupEntry(setup project.Setup) audit.Entry {
	return audit.On(audit.Create, audit.Organization, string(setup.Organization.ID))
}

func insertSetup(ctx context.Context, t *tx, setup project.Setup) error {
	t.auditName(setup.Organization.Name)
	t.auditChanges(nil, audit.Fields{
		{Name: "name", Value: setup.Organization.Name},
		{Name: "subdomain", Value: setup.Organization.Subdomain},
		{Name: "administrator", Value: setup.Administrator.Email},
	})
	if err := insertOrganization(ctx, t, setup.Organization); err != nil {
		return err
	}
	if err := insertUser(ctx, t, setup.Administrator); err != nil {
		return err
	}
	if err := insertConnection(ctx, t, setup.Connection); err != nil {
		return err
	}
	if setup.Sample == nil {
		return nil
	}
	return insertSample(ctx, t, setup)
}

func insertSample(ctx context.Context, t *tx, setup project.Setup) error {
	sample := setup.Sample
	if err := insertProject(ctx, t, setup.Administrator.ID, sample.Project, sample.Workspace); err != nil {
		return err
	}
	for _, environment := range sample.Environments {
		environment.Organization = setup.Organization.ID
		environment.CreatedBy.ID = setup.Administrator.ID
		number, err := nextTarget(ctx, t, environment.Organization)
		if err != nil {
			return err
		}
		environment.ID = ids.Environment(number)
		if err := insertEnvironment(ctx, t, environment); err != nil {
			return err
		}
	}
	return nil
}
