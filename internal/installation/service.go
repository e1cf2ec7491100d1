package installation

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Service administers the organizations. Its callers have checked RequireOperator.
type Service struct {
	Store Store
	Users *account.Users
	Files Files
	Meter *Meter
	Now   func() time.Time
}

// Files are the embedded databases of organizations in the data folder of this process.
type Files interface {
	// Size returns the bytes of the files of an organization.
	Size(ctx context.Context, organization ids.Organization) (int64, error)
	// Remove removes the files of an organization, after the statements on them have ended.
	Remove(ctx context.Context, organization ids.Organization) error
}

// RequireOperator rejects everybody but operators.
func (s *Service) RequireOperator(ctx context.Context, by account.Actor) error {
	is, err := s.IsOperator(ctx, by)
	if err != nil || is {
		return err
	}
	return NotOperator()
}

// IsOperator reports whether the actor is an operator.
func (s *Service) IsOperator(ctx context.Context, by account.Actor) (bool, error) {
	if by.Role != account.OrganizationAdministrator {
		return false, nil // saves a query: only administrators can be operators
	}
	return s.Store.IsOperator(ctx, by.User)
}

// NotOperator is the fault for somebody who is no operator.
func NotOperator() error {
	return fault.New(fault.Forbidden, "only operators of this installation may do this").
		WithHint("`millrace user grant-operator EMAIL` on the server's machine makes an administrator an operator.")
}

// List returns a page of the organizations.
func (s *Service) List(ctx context.Context, request page.Request) (page.Result[Organization], error) {
	return s.Store.List(ctx, request)
}

// Find returns an organization.
func (s *Service) Find(ctx context.Context, id ids.Organization) (Organization, error) {
	return s.Store.Find(ctx, id)
}

// Totals returns numbers of the whole installation.
func (s *Service) Totals(ctx context.Context) (Totals, error) { return s.Store.Totals(ctx) }

// NewOrganization describes an organization to create.
type NewOrganization struct {
	Name          string
	Subdomain     string // empty derives it from the name
	AdminEmail    string
	AdminPassword string // generated when empty
	Quotas        Quotas
}

// Created is a new organization with the login of its administrator.
type Created struct {
	Organization Organization
	AdminEmail   string
	Password     string // of the administrator; empty if the request chose it
}

// Create creates an organization with its first administrator, who has to choose another password in the web application.
func (s *Service) Create(ctx context.Context, by account.Actor, wanted NewOrganization) (Created, error) {
	now := s.Now()
	organization, err := account.NewOrganization(wanted.Name, now)
	if err != nil {
		return Created{}, err
	}
	if wanted.Subdomain != "" {
		if err := account.CheckSubdomain(wanted.Subdomain); err != nil {
			return Created{}, err
		}
		organization.Subdomain = wanted.Subdomain
	}
	if err := wanted.Quotas.check(); err != nil {
		return Created{}, err
	}
	var created Created
	password := wanted.AdminPassword
	if password == "" {
		password = rand.Text()
		created.Password = password
	}
	administrator, err := s.Users.Draft(ctx, organization.ID, account.UserDraft{
		Email: wanted.AdminEmail, FirstName: "Admin", LastName: "User", Password: password, Role: account.OrganizationAdministrator,
	})
	if err != nil {
		return Created{}, err
	}
	administrator.MustChangePassword, created.AdminEmail = true, administrator.Email
	if err := s.Store.Create(ctx, by, project.NewSetup(organization, administrator, now), wanted.Quotas); err != nil {
		return Created{}, err
	}
	// The organization exists, and the password is nowhere else: what fails from here on must not lose it.
	created.Organization = Organization{Organization: organization, Quotas: wanted.Quotas}
	if found, err := s.measured(ctx, organization.ID); err == nil {
		created.Organization = found
	}
	return created, nil
}

// measured measures the storage of an organization and returns the organization. The meter repeats it, so that a caller may leave
// out what fails.
func (s *Service) measured(ctx context.Context, id ids.Organization) (Organization, error) {
	if err := s.Meter.Measure(ctx, id); err != nil {
		return Organization{}, err
	}
	return s.Store.Find(ctx, id)
}

// Change changes an organization. It measures the storage of an organization that gets a quota for it, so that the quota takes
// effect at once.
func (s *Service) Change(ctx context.Context, by account.Actor, id ids.Organization, patch OrganizationPatch) (Organization, error) {
	changed, err := s.Store.Change(ctx, by, id, patch.apply)
	if err != nil || patch.MaxStorageBytes == nil || changed.Quotas.MaxStorageBytes == 0 {
		return changed, err
	}
	if found, err := s.measured(ctx, id); err == nil {
		changed = found
	}
	return changed, nil // it is changed, even if it could not be measured
}

// Deletion says which organization to delete.
type Deletion struct {
	Organization ids.Organization
	Confirm      string // the name of the organization, as somebody typed it
	WithData     bool   // remove its files of embedded DuckDB too
}

// Delete deletes an organization with all its rows, and returns how many there were.
func (s *Service) Delete(ctx context.Context, by account.Actor, deletion Deletion) (int64, error) {
	if deletion.Organization == by.Organization {
		return 0, fault.New(fault.Conflict, "you cannot delete your own organization").
			WithHint("Let an operator of another organization delete it, or use `millrace organization delete` on the server's machine.")
	}
	rows, err := s.Store.Delete(ctx, by, deletion.Organization, func(found account.Organization) error {
		if deletion.Confirm != found.Name {
			return fault.New(fault.Invalid, "the confirmation is not the name of the organization: nothing was deleted").
				WithHint("Send its exact name as `confirm`.")
		}
		return nil
	})
	if err != nil || !deletion.WithData {
		return rows, err
	}
	return rows, s.Files.Remove(ctx, deletion.Organization)
}
