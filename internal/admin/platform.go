package admin

import (
	"context"
	"log/slog"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
)

// Platform is the server program, as the command line sees it.
type Platform interface {
	Processes
	Organizations
	Backups
	Keys
	Operators
	// ResetPassword replaces the lost password of a user and returns the new one.
	ResetPassword(ctx context.Context, settings config.Settings, reset Reset) (password string, err error)
	// TestMail sends a message to an address and returns the mail server that took it. It opens no state.
	TestMail(ctx context.Context, settings config.Settings, address string) (server string, err error)
	// VerifyAudit checks the chains of the audit log, each against its anchor if it has one. Servers may run.
	VerifyAudit(ctx context.Context, settings config.Settings, anchors map[ids.Organization]audit.Anchor) ([]audit.Verified, error)
}

// Processes starts the processes of a deployment.
type Processes interface {
	// Start opens the databases and listens.
	Start(ctx context.Context, start Start) (Running, error)
	// StartWorker opens the databases and executes no runs yet.
	StartWorker(ctx context.Context, start Start) (RunningWorker, error)
}

// Organizations creates, exports and deletes organizations.
type Organizations interface {
	// CreateOrganization creates an organization in the state database, without a server. A SQLite database can be
	// opened only while no server uses it.
	CreateOrganization(ctx context.Context, settings config.Settings, wanted NewOrganization) (Created, error)
	// ExportOrganization writes the rows of an organization to a file. Servers may run.
	ExportOrganization(ctx context.Context, settings config.Settings, wanted ExportOrganization) (OrganizationReport, error)
	// DeleteOrganization deletes an organization with all its data. A SQLite database can be opened only while no server uses it.
	DeleteOrganization(ctx context.Context, settings config.Settings, wanted DeleteOrganization) (OrganizationReport, error)
}

// Backups writes and restores backups.
type Backups interface {
	// Backup writes the state to a file while servers use it. The writes of a small state are paused until release, or for some
	// seconds, so that the file contains everything that was acknowledged before its end.
	Backup(ctx context.Context, settings config.Settings, wanted Backup) (report BackupReport, release func() error, err error)
	// Restore loads a backup into an empty folder or database. No server may use it yet.
	Restore(ctx context.Context, settings config.Settings, wanted Restore) (RestoreReport, error)
}

// Keys manages the keys that seal secrets.
type Keys interface {
	// KeyStatus counts the sealed secrets of each key. Servers may run, as for the other operations on keys.
	KeyStatus(ctx context.Context, settings config.Settings) (KeyReport, error)
	// AddKey adds a key to the key file, for a later rotation.
	AddKey(ctx context.Context, settings config.Settings) (KeyReport, error)
	// RotateKey seals all secrets with the newest key, or with a new one.
	RotateKey(ctx context.Context, settings config.Settings) (KeyReport, error)
	// PruneKeys removes the keys from the key file that no secret needs.
	PruneKeys(ctx context.Context, settings config.Settings) (KeyReport, error)
}

// Start has the parameters of Platform.Start.
type Start struct {
	Settings config.Settings
	Version  string
	Logger   *slog.Logger
}

// Running is a started server.
type Running interface {
	// Address returns the address of the deployment, for people and clients.
	Address() string
	// Login returns the first login; nil unless this start created it.
	Login() *Login
	// Serve handles requests until the context ends, and then drains.
	Serve(ctx context.Context) error
}

// RunningWorker is a started process that only executes runs.
type RunningWorker interface {
	// Name returns the name of the worker in lists.
	Name() string
	// MetricsAddress returns the address of its metrics; empty if it serves none.
	MetricsAddress() string
	// Serve executes runs until the context ends, and then drains.
	Serve(ctx context.Context) error
}

// Login is how to sign in. Password is empty if the server did not generate it.
type Login struct {
	Email    string
	Password string
}

// NewOrganization describes an organization to create.
type NewOrganization struct {
	Name          string
	AdminEmail    string
	AdminPassword string // generated when empty
}

// Created is a new organization with the login of its administrator.
type Created struct {
	Organization account.Organization
	Login        Login
}

// Reset names the user whose password is replaced.
type Reset struct {
	Email     string
	Subdomain string // needed only if several organizations have the address
}
