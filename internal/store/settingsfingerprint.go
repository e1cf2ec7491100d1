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

// settingsFingerprint returns the current fingerprint of the settings of an environment, which is locked; empty if
// there is no such environment.
func (t *tx) settingsFingerprint(ctx context.Context, organization ids.Organization, id ids.Environment) (project.SettingsFingerprint, error) {
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

// requireSameSettings checks that a refresh was planned for the current settings of its environment.
func (t *tx) requireSameSettings(ctx context.Context, organization ids.Organization, draft run.Draft) error {
	if draft.SettingsFingerprint == (project.SettingsFingerprint{}) {
		return nil
	}
	current, err := t.settingsFingerprint(ctx, organization, draft.Environment)
	if err != nil {
		return err
	}
	return checkSettings(draft, current)
}

func checkSettings(draft run.Draft, current project.SettingsFingerprint) error {
	changed := draft.SettingsFingerprint.Changed(current)
	if changed == "" {
		return nil
	}
	return fault.New(fault.Conflict, "%s of environment %d have just been changed", changed, draft.Environment).WithHint("Try again.")
}
