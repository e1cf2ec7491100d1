package installation

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/validate"
)

// Organization is an organization as operators see it.
type Organization struct {
	account.Organization

	Quotas Quotas
	Use    Use
}

// Use is how much an organization uses.
type Use struct {
	Users        int // that are not deleted
	Projects     int
	Environments int
	RunsWaiting  int
	RunsRunning  int
	StorageBytes int64
	MeasuredAt   time.Time // when the storage was measured; zero if never
}

// OrganizationOrder lists the fields that the list of organizations can be ordered by.
var OrganizationOrder = page.Fields{"id", "name", "subdomain", "createdAt"}

// NotFound is the fault for an organization that does not exist, or that the caller may not see.
func NotFound(id ids.Organization) error {
	return fault.New(fault.NotFound, "organization %s was not found", id).WithHint("GET /api/v1/organizations lists the organizations, for operators.")
}

// Store stores organizations for operators. Every write checks in its transaction that the actor is still an operator.
type Store interface {
	// IsOperator reports whether a user is an active administrator of an organization and an operator.
	IsOperator(ctx context.Context, user ids.User) (bool, error)
	List(ctx context.Context, request page.Request) (page.Result[Organization], error)
	Find(ctx context.Context, id ids.Organization) (Organization, error)
	// Create stores an organization with its first administrator and its quotas. A subdomain in use is a conflict.
	Create(ctx context.Context, by account.Actor, setup project.Setup, quotas Quotas) error
	// Change reads an organization, calls change and stores name, subdomain and quotas, in one transaction.
	Change(ctx context.Context, by account.Actor, id ids.Organization, change func(*Organization) error) (Organization, error)
	// Delete deletes an organization with all its rows, in one transaction, if confirm accepts it. It refuses while runs of the
	// organization are in progress. It returns how many rows there were.
	Delete(ctx context.Context, by account.Actor, id ids.Organization, confirm func(account.Organization) error) (int64, error)
	// Totals returns numbers of the whole installation.
	Totals(ctx context.Context) (Totals, error)
}

// Totals are numbers of the whole installation.
type Totals struct {
	Organizations int
	Users         int
	RunsWaiting   int
	RunsRunning   int
	StorageBytes  int64 // of all organizations, as measured
	DatabaseBytes int64 // the size of the state database on its disk
}

// OrganizationPatch is a change of an organization; nil keeps a field.
type OrganizationPatch struct {
	Name, Subdomain   *string
	MaxRuns, MaxUsers *int
	MaxStorageBytes   *int64
}

func (p OrganizationPatch) apply(o *Organization) error {
	if p.Name != nil {
		if err := validate.CheckName("the organization's name", *p.Name, account.MaxOrganizationName); err != nil {
			return err
		}
		o.Name = *p.Name
	}
	if p.Subdomain != nil {
		if err := account.CheckSubdomain(*p.Subdomain); err != nil {
			return err
		}
		o.Subdomain = *p.Subdomain
	}
	set(&o.Quotas.MaxRuns, p.MaxRuns)
	set(&o.Quotas.MaxUsers, p.MaxUsers)
	set(&o.Quotas.MaxStorageBytes, p.MaxStorageBytes)
	return o.Quotas.check()
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}
