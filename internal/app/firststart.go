package app

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/sample"
)

// checkFirstStart checks the settings of the first start before anything is created.
func checkFirstStart(settings config.Settings) error {
	if _, err := account.NewOrganization(settings.Organization, time.Time{}); err != nil {
		return settingFault("MILLRACE_ORGANIZATION", err)
	}
	if _, err := account.NormalizeEmail(settings.AdminEmail); err != nil {
		return settingFault("MILLRACE_ADMIN_EMAIL", err)
	}
	if settings.AdminPassword == "" {
		return nil
	}
	if err := account.CheckPassword(string(settings.AdminPassword)); err != nil {
		return settingFault("MILLRACE_ADMIN_PASSWORD", err)
	}
	return nil
}

// settingFault adds the name of the setting to a fault.
func settingFault(setting string, err error) error {
	known := fault.From(err)
	return fault.New(known.Kind, "%s: %s", setting, known.Message).WithHint("%s", known.Hint)
}

// firstStart creates the organization, its administrator and the sample, unless there is an organization. It returns
// nil if there was nothing to do.
func (s *state) firstStart(ctx context.Context, settings config.Settings) (*admin.Login, *project.Setup, error) {
	has, err := s.db.Setups().HasOrganization(ctx)
	if err != nil || has {
		return nil, nil, err
	}
	login := admin.Login{Email: settings.AdminEmail}
	password := string(settings.AdminPassword)
	if password == "" {
		password = rand.Text()
		login.Password = password
	}
	setup, err := s.newSetup(ctx, admin.NewOrganization{Name: settings.Organization, AdminEmail: settings.AdminEmail, AdminPassword: password})
	if err != nil {
		return nil, nil, err
	}
	if !settings.NoSample {
		if setup, err = setup.WithSample(sample.Locations(), time.Now()); err != nil {
			return nil, nil, err
		}
	}
	done, err := s.db.Setups().First(ctx, setup)
	if err != nil || !done { // another server was faster
		return nil, nil, err
	}
	return &login, &setup, nil
}

func (s *state) newSetup(ctx context.Context, wanted admin.NewOrganization) (project.Setup, error) {
	now := time.Now()
	organization, err := account.NewOrganization(wanted.Name, now)
	if err != nil {
		return project.Setup{}, err
	}
	administrator, err := s.users.Draft(ctx, organization.ID, account.UserDraft{
		Email: wanted.AdminEmail, FirstName: "Admin", LastName: "User", Password: wanted.AdminPassword,
		Role: account.OrganizationAdministrator,
	})
	if err != nil {
		return project.Setup{}, err
	}
	return project.NewSetup(organization, administrator, now), nil
}
