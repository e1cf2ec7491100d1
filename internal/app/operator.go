package app

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/config"
)

// FindOperators returns the operators of the installation.
func FindOperators(ctx context.Context, settings config.Settings) (found []account.User, err error) {
	s, err := openExisting(ctx, settings)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.db.Operators().List(ctx)
}

// SetOperator makes a user an operator, or takes it back.
func SetOperator(ctx context.Context, settings config.Settings, wanted admin.Operator) (user account.User, err error) {
	s, err := openExisting(ctx, settings)
	if err != nil {
		return user, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if user, err = s.findByEmail(ctx, admin.Reset{Email: wanted.Email, Subdomain: wanted.Subdomain}); err != nil {
		return user, err
	}
	return user, s.db.Operators().Set(ctx, account.Actor{Organization: user.Organization}, user.ID, wanted.IsOperator)
}
