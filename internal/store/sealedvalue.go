package store

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/webhook"
)

// SealedValues finds every sealed value of the database. A new column with sealed values gets its kind here; a test compares
// the list with the schema.
type SealedValues struct{ db *DB }

// SealedValues returns the store of sealed values.
func (db *DB) SealedValues() *SealedValues { return &SealedValues{db} }

// SealedValue is a sealed text of a row, with what it was sealed for.
type SealedValue struct {
	Object  string // for messages, such as "connection 42"
	Context string
	Sealed  string
}

// sealedRow is a row with sealed values.
type sealedRow struct {
	values []SealedValue
	// update replaces the values, unless one of them was changed meanwhile.
	update func(ctx context.Context, t *tx, sealed []string) (isOther bool, err error)
}

// sealedKind finds the rows of one kind.
type sealedKind struct {
	columns []string // table.column
	rows    func(ctx context.Context, db *DB) ([]sealedRow, error)
}

func sealedKinds() []sealedKind {
	return []sealedKind{
		{[]string{"connections.sealed_secret"}, connectionSecrets},
		{[]string{"environments.sealed_secret"}, environmentSecrets},
		{[]string{"git_accounts.sealed_token"}, gitTokens},
		{[]string{"webhooks.sealed_secret", "webhooks.retired_secrets"}, webhookSecrets},
		{[]string{"identity_providers.sealed_secret"}, identityProviderSecrets},
		{[]string{"second_factors.sealed_secret"}, secondFactorSecrets},
	}
}

// Each passes every sealed value to the function.
func (s *SealedValues) Each(ctx context.Context, do func(SealedValue)) error {
	for _, kind := range sealedKinds() {
		rows, err := kind.rows(ctx, s.db)
		if err != nil {
			return translate(err)
		}
		for _, row := range rows {
			for _, value := range row.values {
				do(value)
			}
		}
	}
	return nil
}

// Resealed says what a pass has done.
type Resealed struct {
	Changed    int
	Unreadable []string // objects whose value no key opens
}

// Reseal replaces every value by the result of the function, one row in each transaction. A row that is changed meanwhile keeps
// the newer value.
func (s *SealedValues) Reseal(ctx context.Context, reseal func(sealed, context string) (string, error)) (done Resealed, err error) {
	for _, kind := range sealedKinds() {
		rows, err := kind.rows(ctx, s.db)
		if err != nil {
			return done, translate(err)
		}
		for _, row := range rows {
			if err := s.resealRow(ctx, row, reseal, &done); err != nil {
				return done, err
			}
		}
	}
	return done, nil
}

func (s *SealedValues) resealRow(ctx context.Context, row sealedRow, reseal func(sealed, context string) (string, error), done *Resealed) error {
	sealed := make([]string, len(row.values))
	changed := 0
	for i, value := range row.values {
		after, err := reseal(value.Sealed, value.Context)
		if err != nil {
			done.Unreadable = append(done.Unreadable, value.Object)
			after = value.Sealed
		}
		if sealed[i] = after; after != value.Sealed {
			changed++
		}
	}
	if changed == 0 {
		return nil
	}
	return s.db.system(ctx, func(t *tx) error {
		isOther, err := row.update(ctx, t, sealed)
		if err == nil && !isOther {
			done.Changed += changed
		}
		return err
	})
}

// simpleSecrets returns the rows of a table with one sealed column and a text id.
func simpleSecrets(
	ctx context.Context, db *DB, table, column string, describe func(organization ids.Organization, id string) (object, sealContext string),
) ([]sealedRow, error) {
	return queryAll(ctx, db.reader, func(scan scanner) (row sealedRow, err error) {
		var organization ids.Organization
		var id, sealed string
		err = scan(&organization, &id, &sealed)
		object, sealContext := describe(organization, id)
		row.values = []SealedValue{{Object: object, Context: sealContext, Sealed: sealed}}
		row.update = func(ctx context.Context, t *tx, after []string) (bool, error) {
			return affectedNone(t.ExecContext(ctx, `UPDATE `+table+` SET `+column+` = $1 WHERE organization_id = $2 AND id = $3 AND `+column+` = $4`,
				after[0], organization, id, sealed))
		}
		return row, err
	}, `SELECT organization_id, id, `+column+` FROM `+table+` WHERE `+column+` <> '' ORDER BY organization_id, id`)
}

func connectionSecrets(ctx context.Context, db *DB) ([]sealedRow, error) {
	return simpleSecrets(ctx, db, "connections", "sealed_secret", func(organization ids.Organization, id string) (string, string) {
		return "connection " + id, (&project.Connection{Organization: organization, ID: ids.Connection(id)}).SealContext()
	})
}

func gitTokens(ctx context.Context, db *DB) ([]sealedRow, error) {
	return simpleSecrets(ctx, db, "git_accounts", "sealed_token", func(organization ids.Organization, id string) (string, string) {
		return "git account " + id, (&project.GitAccount{Organization: organization, ID: id}).SealContext()
	})
}

// identityProviderSecrets finds the client secrets of identity providers, of which an organization has one.
func identityProviderSecrets(ctx context.Context, db *DB) ([]sealedRow, error) {
	return queryAll(ctx, db.reader, func(scan scanner) (row sealedRow, err error) {
		var found account.IdentityProvider
		err = scan(&found.Organization, &found.SealedSecret)
		row.values = []SealedValue{{
			Object: "identity provider of organization " + string(found.Organization), Context: found.SealContext(), Sealed: found.SealedSecret,
		}}
		row.update = func(ctx context.Context, t *tx, after []string) (bool, error) {
			return affectedNone(t.ExecContext(ctx, `UPDATE identity_providers SET sealed_secret = $1 WHERE organization_id = $2 AND sealed_secret = $3`,
				after[0], found.Organization, found.SealedSecret))
		}
		return row, err
	}, `SELECT organization_id, sealed_secret FROM identity_providers WHERE sealed_secret <> '' ORDER BY organization_id`)
}

// secondFactorSecrets finds the secrets of users' second factors.
func secondFactorSecrets(ctx context.Context, db *DB) ([]sealedRow, error) {
	return queryAll(ctx, db.reader, func(scan scanner) (row sealedRow, err error) {
		var found account.SecondFactor
		err = scan(&found.Organization, &found.User, &found.SealedSecret)
		row.values = []SealedValue{{Object: "second factor of user " + string(found.User), Context: found.SealContext(), Sealed: found.SealedSecret}}
		row.update = func(ctx context.Context, t *tx, after []string) (bool, error) {
			return affectedNone(t.ExecContext(ctx, `UPDATE second_factors SET sealed_secret = $1 WHERE user_id = $2 AND sealed_secret = $3`,
				after[0], found.User, found.SealedSecret))
		}
		return row, err
	}, `SELECT organization_id, user_id, sealed_secret FROM second_factors ORDER BY organization_id, user_id`)
}

// environmentSecrets finds the secrets of environments' own users, which are sealed for the server of the connection too.
func environmentSecrets(ctx context.Context, db *DB) ([]sealedRow, error) {
	type environmentKey struct {
		organization ids.Organization
		id           ids.Environment
	}
	keys, err := queryAll(ctx, db.reader, func(scan scanner) (key environmentKey, err error) { return key, scan(&key.organization, &key.id) },
		`SELECT organization_id, id FROM environments WHERE sealed_secret <> '' ORDER BY organization_id, id`)
	if err != nil {
		return nil, err
	}
	var rows []sealedRow
	for _, key := range keys {
		target, err := findRunTarget(ctx, db.reader, key.organization, key.id)
		if err != nil {
			return nil, err
		}
		rows = append(rows, sealedRow{
			values: []SealedValue{{
				Object: "environment " + ids.FormatNumber(key.id), Sealed: target.SealedSecret,
				Context: project.EnvironmentSealContext(&target.Connection, key.organization, key.id),
			}},
			update: func(ctx context.Context, t *tx, after []string) (bool, error) {
				return affectedNone(t.ExecContext(ctx, `UPDATE environments SET sealed_secret = $1 WHERE organization_id = $2 AND id = $3 AND sealed_secret = $4`,
					after[0], key.organization, key.id, target.SealedSecret))
			},
		})
	}
	return rows, nil
}

// webhookSecrets finds the secrets of webhooks and the replaced ones that still sign.
func webhookSecrets(ctx context.Context, db *DB) ([]sealedRow, error) {
	return queryAll(ctx, db.reader, func(scan scanner) (row sealedRow, err error) {
		var found webhook.Webhook
		var retired string
		if err := scan(&found.Organization, &found.ID, &found.SealedSecret, &retired); err != nil {
			return row, err
		}
		if err := json.Unmarshal([]byte(retired), &found.Retired); err != nil {
			return row, err
		}
		add := func(sealed string) {
			row.values = append(row.values, SealedValue{Object: "webhook " + string(found.ID), Context: found.SealContext(), Sealed: sealed})
		}
		add(found.SealedSecret)
		for _, old := range found.Retired {
			add(old.Sealed)
		}
		row.update = func(ctx context.Context, t *tx, after []string) (bool, error) {
			renewed := slices.Clone(found.Retired)
			for i := range renewed {
				renewed[i].Sealed = after[i+1]
			}
			raw, err := json.Marshal(append([]webhook.RetiredSecret{}, renewed...))
			if err != nil {
				return false, err
			}
			return affectedNone(t.ExecContext(ctx, `UPDATE webhooks SET sealed_secret = $1, retired_secrets = $2
				WHERE organization_id = $3 AND id = $4 AND sealed_secret = $5 AND retired_secrets = $6`,
				after[0], string(raw), found.Organization, found.ID, found.SealedSecret, retired))
		}
		return row, nil
	}, `SELECT organization_id, id, sealed_secret, retired_secrets FROM webhooks ORDER BY organization_id, id`)
}
