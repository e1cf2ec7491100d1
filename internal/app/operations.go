package app

import (
	"context"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/operator"
)

// Operations answers an operator.
type Operations struct{}

// Start opens everything and listens.
func (Operations) Start(ctx context.Context, start operator.Start) (operator.Running, error) {
	started, err := Start(ctx, Options(start))
	if err != nil {
		return nil, err
	}
	return running{started}, nil
}

// CreateOrganization makes one more organisation.
func (Operations) CreateOrganization(ctx context.Context, settings config.Settings, wanted operator.NewOrganization) (operator.Created, error) {
	return CreateOrganization(ctx, settings, wanted)
}

// ResetPassword gives a user a new password.
func (Operations) ResetPassword(ctx context.Context, settings config.Settings, reset operator.Reset) (string, error) {
	return ResetPassword(ctx, settings, reset)
}

// running is a platform as its operator sees it.
type running struct{ app *App }

func (r running) Address() string                 { return r.app.BaseURL }
func (r running) Login() *operator.Login          { return r.app.FirstLogin }
func (r running) Serve(ctx context.Context) error { return r.app.Serve(ctx) }
