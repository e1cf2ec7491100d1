package app

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
)

// Operations implements the interface of package admin.
type Operations struct{}

// Start opens everything and listens.
func (Operations) Start(ctx context.Context, start admin.Start) (admin.Running, error) {
	started, err := Start(ctx, Options{Settings: start.Settings, Version: start.Version, Logger: start.Logger})
	if err != nil {
		return nil, err
	}
	return running{started}, nil
}

// StartWorker opens what a worker needs.
func (Operations) StartWorker(ctx context.Context, start admin.Start) (admin.RunningWorker, error) {
	started, err := StartWorker(ctx, Options{Settings: start.Settings, Version: start.Version, Logger: start.Logger})
	if err != nil {
		return nil, err
	}
	return started, nil
}

// CreateOrganization creates an organization.
func (Operations) CreateOrganization(ctx context.Context, settings config.Settings, wanted admin.NewOrganization) (admin.Created, error) {
	return CreateOrganization(ctx, settings, wanted)
}

// Backup writes the state to a file.
func (Operations) Backup(ctx context.Context, settings config.Settings, wanted admin.Backup) (admin.BackupReport, func() error, error) {
	return Backup(ctx, settings, wanted)
}

// Restore loads a backup.
func (Operations) Restore(ctx context.Context, settings config.Settings, wanted admin.Restore) (admin.RestoreReport, error) {
	return Restore(ctx, settings, wanted)
}

// KeyStatus counts the sealed secrets of each key.
func (Operations) KeyStatus(ctx context.Context, settings config.Settings) (admin.KeyReport, error) {
	return KeyStatus(ctx, settings)
}

// AddKey adds a key.
func (Operations) AddKey(ctx context.Context, settings config.Settings) (admin.KeyReport, error) {
	return AddKey(ctx, settings)
}

// RotateKey seals all secrets with another key.
func (Operations) RotateKey(ctx context.Context, settings config.Settings) (admin.KeyReport, error) {
	return RotateKey(ctx, settings)
}

// PruneKeys removes keys.
func (Operations) PruneKeys(ctx context.Context, settings config.Settings) (admin.KeyReport, error) {
	return PruneKeys(ctx, settings)
}

// ExportOrganization writes the rows of an organization to a file.
func (Operations) ExportOrganization(ctx context.Context, settings config.Settings, wanted admin.ExportOrganization) (admin.OrganizationReport, error) {
	return ExportOrganization(ctx, settings, wanted)
}

// DeleteOrganization deletes an organization.
func (Operations) DeleteOrganization(ctx context.Context, settings config.Settings, wanted admin.DeleteOrganization) (admin.OrganizationReport, error) {
	return DeleteOrganization(ctx, settings, wanted)
}

// Operators returns the operators of the installation.
func (Operations) Operators(ctx context.Context, settings config.Settings) ([]account.User, error) {
	return FindOperators(ctx, settings)
}

// SetOperator makes a user an operator, or takes it back.
func (Operations) SetOperator(ctx context.Context, settings config.Settings, wanted admin.Operator) (account.User, error) {
	return SetOperator(ctx, settings, wanted)
}

// ResetPassword sets a new password for a user.
func (Operations) ResetPassword(ctx context.Context, settings config.Settings, reset admin.Reset) (string, error) {
	return ResetPassword(ctx, settings, reset)
}

// TestMail sends a message to an address.
func (Operations) TestMail(ctx context.Context, settings config.Settings, address string) (string, error) {
	return TestMail(ctx, settings, address)
}

// VerifyAudit checks the audit log.
func (Operations) VerifyAudit(
	ctx context.Context, settings config.Settings, anchors map[ids.Organization]audit.Anchor,
) ([]audit.Verified, error) {
	return VerifyAudit(ctx, settings, anchors)
}

// running is a started server, as package admin sees it.
type running struct{ app *App }

func (r running) Address() string                 { return r.app.BaseURL }
func (r running) Login() *admin.Login             { return r.app.FirstLogin }
func (r running) Serve(ctx context.Context) error { return r.app.Serve(ctx) }
