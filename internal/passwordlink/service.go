package passwordlink

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/mail"
)

// Organizations finds organizations.
type Organizations interface {
	Find(ctx context.Context, id ids.Organization) (account.Organization, error)
}

// Providers finds the identity provider of an organization, which may refuse passwords.
type Providers interface {
	// Find returns a NotFound fault if the organization has none.
	Find(ctx context.Context, organization ids.Organization) (account.IdentityProvider, error)
}

// Sessions signs in a person who has used a link.
type Sessions interface {
	StartLinkSession(ctx context.Context, user account.User, attempt authn.Attempt) (authn.LoginResult, error)
}

// Sender sends mail.
type Sender interface {
	Send(ctx context.Context, message mail.Message) error
}

// Operators finds out who administers the installation.
type Operators interface {
	IsOperator(ctx context.Context, user ids.User) (bool, error)
}

// freshUser is how long an administrator may invite a user who was just created without entering the own password again.
const freshUser = time.Hour

// Options configure a Service.
type Options struct {
	Links         Store
	Users         account.UserStore
	Organizations Organizations
	Providers     Providers
	Operators     Operators
	Sessions      Sessions
	Passwords     account.PasswordHasher
	Hasher        account.SecretHasher
	Mail          Sender // nil if the server has no mail server
	// Origin returns the scheme and host of an organization's web application. It never comes from a request, because a stranger
	// could let a mail lead to another host.
	Origin func(*account.Organization) string
	// InvitationLifetime and ResetLifetime say how long links are valid; a recovery as long as a reset.
	InvitationLifetime, ResetLifetime time.Duration
	RequestRate                       authn.Rate // recoveries per client network
	Now                               func() time.Time
	Logger                            *slog.Logger
}

// The lifetimes of links, unless settings say otherwise.
const (
	InvitationLifetime = 7 * 24 * time.Hour
	ResetLifetime      = time.Hour
)

// Service creates and uses links.
type Service struct {
	Options

	limit *authn.RequestLimit
	queue chan Request
}

// New creates the service. Run handles the requests for recoveries.
func New(options Options) *Service {
	return &Service{Options: options, limit: authn.NewRequestLimit(options.RequestRate, options.Now), queue: make(chan Request, maxQueue)}
}

// SendsMail reports whether the service can mail links.
func (s *Service) SendsMail() bool { return s.Mail != nil }

// Created is a new link. Either the caller gets the address and passes it on, or the user gets it by mail.
type Created struct {
	Link

	URL    string // empty if it was mailed
	SentTo string // empty if it was not mailed
}

// Create creates a link for a user of the actor's organization: an invitation if the user has no password, and otherwise a reset.
// The old password stays valid until the link is used.
func (s *Service) Create(ctx context.Context, by account.Actor, id ids.User, isMailed bool) (Created, error) {
	if isMailed && !s.SendsMail() {
		return Created{}, fault.New(fault.Conflict, "the server cannot send mail").
			WithHint("Create the link without mail and pass it on, or let the operator set smtp and mail_from.")
	}
	user, err := s.Users.Find(ctx, by.Organization, id)
	if err != nil {
		return Created{}, err
	}
	if err := s.checkTarget(ctx, by, user); err != nil {
		return Created{}, err
	}
	if err := s.checkPolicy(ctx, user); err != nil {
		return Created{}, err
	}
	organization, err := s.Organizations.Find(ctx, by.Organization)
	if err != nil {
		return Created{}, err
	}
	secret := account.NewSecret(account.LinkPrefix)
	link, err := s.Links.Create(ctx, by, id, func(u account.User, _ []Link) (Link, error) {
		if u.Status != account.UserActive {
			return Link{}, fault.New(fault.Conflict, "user %s is %s", u.ID, u.Status).WithHint("Enable the user first.")
		}
		user = u
		return s.draft(u, purposeFor(u), secret), nil
	})
	if err != nil {
		return Created{}, err
	}
	address := s.address(organization, link, secret)
	if !isMailed {
		return Created{Link: link, URL: address}, nil
	}
	if err := s.Mail.Send(ctx, compose(user, organization, link, address)); err != nil {
		return Created{}, notSent(err)
	}
	return Created{Link: link, SentTo: user.Email}, nil
}

// checkTarget rejects a link with which an administrator, or somebody at an administrator's browser, would take over an account that
// is worth more: the own one without its password, or that of an operator.
func (s *Service) checkTarget(ctx context.Context, by account.Actor, user account.User) error {
	if user.ID == by.User {
		return fault.New(fault.Conflict, "you cannot create a link for yourself").
			WithHint("Change your password on your account page, or with POST /api/v1/auth/password.")
	}
	isNew := user.PasswordHash == "" && s.Now().Sub(user.CreatedAt) < freshUser
	if err := by.RequireConfirmation(s.Now()); err != nil && !isNew {
		return err
	}
	isOperator, err := s.Operators.IsOperator(ctx, user.ID)
	if err != nil || !isOperator {
		return err
	}
	if isOperator, err = s.Operators.IsOperator(ctx, by.User); err != nil || isOperator {
		return err
	}
	return fault.New(fault.Forbidden, "user %s is an operator, who administers all organizations", user.ID).
		WithHint("Another operator can create the link, or `millrace user reset-password` on the server's machine.")
}

// notSent returns the fault of a mail that an administrator wanted, with the way to do without it. The name of the mail server and
// the settings are for the operator only: they stay in the cause, which the server logs.
func notSent(err error) error {
	if fault.Is(err, fault.Conflict) {
		return fault.Wrap(err, fault.Conflict, "the link was not sent: the mail server refused the message").
			WithHint("Check the e-mail address of the user. Or create the link without mail and pass it on yourself.")
	}
	return fault.Wrap(err, fault.Unavailable, "the link was not sent: the mail server is not available").
		WithHint("Create the link without mail and pass it on yourself, or ask the operator of the server.")
}

// purposeFor returns the purpose of an administrator's link for a user.
func purposeFor(user account.User) Purpose {
	if user.PasswordHash == "" {
		return Invitation
	}
	return Reset
}

func (s *Service) draft(user account.User, purpose Purpose, secret string) Link {
	now, lifetime := s.Now(), s.ResetLifetime
	if purpose == Invitation {
		lifetime = s.InvitationLifetime
	}
	return Link{
		Organization: user.Organization, User: user.ID, Purpose: purpose, Hash: s.Hasher.HashToken(secret), CreatedAt: now, ExpiresAt: now.Add(lifetime),
	}
}

// address returns the address of a link. Browsers do not send what is behind the #.
func (s *Service) address(organization account.Organization, link Link, secret string) string {
	return s.Origin(&organization) + link.Purpose.path() + "#" + secret
}

// checkPolicy rejects links where the organization requires single sign-on. A break-glass administrator may have a password.
func (s *Service) checkPolicy(ctx context.Context, user account.User) error {
	if user.IsService {
		return user.RefusePassword()
	}
	provider, err := s.Providers.Find(ctx, user.Organization)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil || !provider.RequiresSingleSignOn() || user.CanBreakGlass() {
		return err
	}
	return fault.New(fault.Conflict, "the organization requires single sign-on: only break-glass administrators have a password").
		WithHint("Sign in with the identity provider.")
}
