package admin

import (
	"context"
	"log/slog"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/config"
)

// Platform answers an operator.
type Platform interface {
	// Start opens everything and listens.
	Start(ctx context.Context, start Start) (Running, error)
	// CreateOrganization makes one more organization in the database of a deployment, without a server. A SQLite database
	// can be opened only while no server runs on it.
	CreateOrganization(ctx context.Context, settings config.Settings, wanted NewOrganization) (Created, error)
	// ResetPassword gives a user a new password, for when the old one is lost, and gives it back.
	ResetPassword(ctx context.Context, settings config.Settings, reset Reset) (password string, err error)
}

// Start is what it takes to start a platform.
type Start struct {
	Settings config.Settings
	Version  string
	Logger   *slog.Logger
}

// Running is a platform that is ready to serve.
type Running interface {
	// Address is the address of the deployment, for people and clients.
	Address() string
	// Login is there when this start was the first.
	Login() *Login
	// Serve answers requests until the context ends, and then drains.
	Serve(ctx context.Context) error
}

// Login is how to sign in. Password is empty when it was not made up by the platform.
type Login struct {
	Email    string
	Password string
}

// NewOrganization is what it takes to make an organization.
type NewOrganization struct {
	Name          string
	AdminEmail    string
	AdminPassword string // made up when empty
}

// Created is an organization that was made, and how its administrator signs in.
type Created struct {
	Organization account.Organization
	Login        Login
}

// Reset names the user whose password is to be replaced.
type Reset struct {
	Email     string
	Subdomain string // needed only when the address is known in several organizations
}
