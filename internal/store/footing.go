package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// footing gives what an environment, which is locked, has at this moment for plans to stand on; nothing when there is no such
// environment.
func (t *tx) footing(ctx context.Context, organization ids.Organization, id ids.Environment) (project.SettingsFingerprint, error) {
	var connection ids.Connection
	var mappings, parameters []byte
	err := t.QueryRowContext(ctx, `SELECT coalesce(e.connection_id,
			(SELECT c.id FROM connections c WHERE c.organization_id = e.organization_id AND c.is_default), ''), e.mappings, e.parameters
		FROM environments e WHERE e.organization_id = $1 AND e.id = $2`, organization, id).Scan(&connection, &mappings, &parameters)
	if errors.Is(err, sql.ErrNoRows) {
		return project.SettingsFingerprint{}, nil
	}
	if err != nil {
		return project.SettingsFingerprint{}, err
	}
	settings := project.EnvironmentSettings{Parameters: parameters}
	if err := json.Unmarshal(mappings, &settings.Mappings); err != nil {
		return project.SettingsFingerprint{}, err
	}
	return project.NewSettingsFingerprint(connection, settings), nil
}

// admitFooting checks that a refresh was planned for where its environment stands now.
func (t *tx) admitFooting(ctx context.Context, organization ids.Organization, draft run.Draft) error {
	if draft.Footing == (project.SettingsFingerprint{}) {
		return nil
	}
	stands, err := t.footing(ctx, organization, draft.Environment)
	if err != nil {
		return err
	}
	return checkFooting(draft, stands)
}

func checkFooting(draft run.Draft, stands project.SettingsFingerprint) error {
	moved := draft.Footing.Changed(stands)
	if moved == "" {
		return nil
	}
	return fault.New(fault.Conflict, "%s of environment %d have just been changed", moved, draft.Environment).WithHint("Send the request again.")
}
