package passwordlink

import (
	"context"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/mail"
)

const (
	maxQueue = 256 // requests that wait to be handled
	handlers = 4   // requests that are handled at once: a mail server may be slow
	// mailInterval is the time between two mails to a user that strangers can cause.
	mailInterval = 5 * time.Minute
	mailTries    = 4
	firstPause   = 2 * time.Second // before the second try; then 8 s and 32 s
)

// Request is what somebody who forgot a password sends.
type Request struct {
	Email        string
	Organization ids.Organization // whose subdomain the request used; empty for none
	Network      string           // of the client
	Origin       account.Origin
}

// Request accepts a request. Whether the address has a user neither changes the response nor the time that it takes, because the
// request is handled afterwards.
func (s *Service) Request(request Request) error {
	if !s.SendsMail() {
		return fault.New(fault.Conflict, "the server cannot send mail").WithHint("Ask an administrator of your organization for a link.")
	}
	email, err := account.NormalizeEmail(request.Email)
	if err != nil {
		return err
	}
	request.Email = email
	if err := s.limit.Take(request.Network); err != nil {
		return err
	}
	select {
	case s.queue <- request:
		return nil
	default:
		return fault.New(fault.Limit, "too many requests for a new password").WithHint("Try again in a minute.").WithRetryAfter(time.Minute)
	}
}

// Run handles requests until the context ends. Requests that wait then are lost; the person requests again.
func (s *Service) Run(ctx context.Context) {
	var running sync.WaitGroup
	for range handlers {
		running.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case request := <-s.queue:
					s.handle(ctx, request)
				}
			}
		})
	}
	running.Wait()
}

// handle sends a link to each user with the address: one in each organization.
func (s *Service) handle(ctx context.Context, request Request) {
	users, err := s.Users.Candidates(ctx, request.Organization, request.Email)
	if err == nil && len(users) == 0 {
		err = s.refuse(ctx, request, account.User{}, "unknown address")
	}
	for _, user := range users {
		if failed := s.recover(ctx, request, user); failed != nil {
			err = failed
		}
	}
	if err != nil && ctx.Err() == nil {
		s.Logger.ErrorContext(ctx, "link for a new password not sent", "error", err, "requestID", request.Origin.RequestID)
	}
}

// recover sends a link to a user.
func (s *Service) recover(ctx context.Context, request Request, user account.User) error {
	if reason, err := s.reasonAgainst(ctx, user); err != nil || reason != "" {
		return s.refuseUnless(ctx, err, request, user, reason)
	}
	organization, err := s.Organizations.Find(ctx, user.Organization)
	if err != nil {
		return err
	}
	secret, isRecent := account.NewSecret(account.LinkPrefix), false
	by := account.Actor{Organization: user.Organization, Origin: request.Origin} // nobody is signed in
	link, err := s.Links.Create(ctx, by, user.ID, func(u account.User, links []Link) (Link, error) {
		isRecent = hasRecent(links, s.Now())
		if isRecent || u.Status != account.UserActive || u.Email != user.Email {
			return Link{}, fault.New(fault.Conflict, "the user has just changed or got a mail")
		}
		return s.draft(u, Recovery, secret), nil
	})
	if isRecent {
		return s.refuse(ctx, request, user, "a link was sent some minutes ago")
	}
	if err != nil {
		return err
	}
	return s.send(ctx, compose(user, organization, link, s.address(organization, link, secret)))
}

// reasonAgainst returns why a user cannot recover the password; empty if nothing is against it.
func (s *Service) reasonAgainst(ctx context.Context, user account.User) (string, error) {
	switch {
	case user.Status != account.UserActive:
		return "the user is disabled", nil
	case user.PasswordHash == "":
		return "the user has no password", nil
	}
	err := s.checkPolicy(ctx, user)
	if fault.Is(err, fault.Conflict) {
		return fault.From(err).Message, nil
	}
	return "", err
}

func hasRecent(links []Link, now time.Time) bool {
	for _, link := range links {
		if link.Purpose == Recovery && now.Sub(link.CreatedAt) < mailInterval {
			return true
		}
	}
	return false
}

func (s *Service) refuseUnless(ctx context.Context, err error, request Request, user account.User, reason string) error {
	if err != nil {
		return err
	}
	return s.refuse(ctx, request, user, reason)
}

// refuse records why a request sends nothing. Only the audit log says it.
func (s *Service) refuse(ctx context.Context, request Request, user account.User, reason string) error {
	organization := user.Organization
	if organization == "" {
		organization = request.Organization
	}
	return s.Links.Refuse(ctx, account.Refusal{
		User: user.ID, Organization: organization, Email: request.Email, Reason: reason, Origin: request.Origin,
	})
}

// send sends a mail, and tries again while the mail server is unavailable.
func (s *Service) send(ctx context.Context, message mail.Message) error {
	pause := firstPause
	for try := 1; ; try++ {
		err := s.Mail.Send(ctx, message)
		if err == nil || try == mailTries || !fault.Is(err, fault.Unavailable) {
			return err
		}
		if stopped := backoff.Sleep(ctx, pause); stopped != nil {
			return err
		}
		pause *= 4
	}
}
