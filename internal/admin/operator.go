package admin

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/config"
)

// Operators says who may administer all organizations over the API. Only somebody with access to the state database can
// change it.
type Operators interface {
	// Operators returns the operators of the installation.
	Operators(ctx context.Context, settings config.Settings) ([]account.User, error)
	// SetOperator makes an administrator of an organization an operator, or takes it back. A SQLite database can be opened only while
	// no server uses it.
	SetOperator(ctx context.Context, settings config.Settings, wanted Operator) (account.User, error)
}

// Operator names a user, and says whether to make the user an operator.
type Operator struct {
	Email      string
	Subdomain  string // needed only if several organizations have the address
	IsOperator bool
}
