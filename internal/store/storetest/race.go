package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// patience is how long a case waits for a transaction that is held up by another one. It decides nothing: either
// outcome is checked.
const patience = 150 * time.Millisecond

func raceCases() cases {
	all := cases{}
	for name, end := range endings() {
		all[name+" waits for a write that is under way"] = func(t *testing.T, w suiteContext) { revokerWaits(t, w, end) }
		all["after "+name+" nothing more is written"] = func(t *testing.T, w suiteContext) { nothingAfterwards(t, w, end) }
	}
	for name, change := range revoking() {
		all["a write that waits for "+name+" loses"] = func(t *testing.T, w suiteContext) {
			writerLoses(t, w, change, fault.Unauthenticated)
		}
	}
	all["a write that waits for a lower role loses"] = func(t *testing.T, w suiteContext) { writerLoses(t, w, demote, fault.Conflict) }
	return all
}

// ending is a way to revoke a credential, or to change the roles that a request was authorized with.
type ending struct {
	actor func(person) account.Actor // who comes with it
	end   func(ctx context.Context, o *tenant, p person) error
	says  fault.Kind // the fault of a write that comes too late
}

func endings() map[string]ending {
	byToken := func(p person) account.Actor { return p.actor }
	all := map[string]ending{
		"revoking the token": {byToken, func(ctx context.Context, o *tenant, p person) error {
			return o.db.Tokens().Revoke(ctx, o.admin.actor, p.ID, p.token.ID)
		}, fault.Unauthenticated},
		"closing the session": {person.bySession, func(ctx context.Context, o *tenant, p person) error {
			return o.db.SignIns().Close(ctx, p.bySession())
		}, fault.Unauthenticated},
		"deleting a role": {byToken, func(ctx context.Context, o *tenant, p person) error {
			return o.db.Roles().DeleteProject(ctx, o.admin.actor, p.ID, "any")
		}, fault.Conflict},
		"a lower role": {person.bySession, func(ctx context.Context, o *tenant, p person) error {
			return o.change(ctx, p.ID, demote)
		}, fault.Conflict},
	}
	for name, change := range revoking() {
		all[name] = ending{byToken, func(ctx context.Context, o *tenant, p person) error {
			return o.change(ctx, p.ID, change)
		}, fault.Unauthenticated}
	}
	all["a disable of one with a session"] = ending{person.bySession, all["a disable"].end, fault.Unauthenticated}
	return all
}

func demote(u *account.User) { u.Role = account.OrganizationMember }

// revokerWaits revokes a credential during a write with it. Either the revocation waits until the write is done, or the
// write fails: a write must never happen after an acknowledged revocation.
func revokerWaits(t *testing.T, w suiteContext, e ending) {
	o := w.tenant(t)
	writer := o.person(t, account.OrganizationAdministrator)
	env := o.environment(t, o.project(t).ID)
	ended := false
	_, err := o.db.Environments().Change(t.Context(), e.actor(writer), env.ID, func(environment *project.Environment) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		ended = e.end(ctx, o, writer) == nil
		environment.Name = "Late"
		return nil
	})
	if ended {
		refused(t, err, e.says)
		o.environmentIs(t, env)
		return
	}
	ok(t, err)
	ok(t, e.end(t.Context(), o, writer))
	env.Name = "Late"
	o.environmentIs(t, env)
}

// writerLoses starts writes during a change of the user, and makes the change commit first.
func writerLoses(t *testing.T, w suiteContext, change func(*account.User), says fault.Kind) {
	o := w.tenant(t)
	writer := o.person(t, account.OrganizationAdministrator)
	env := o.environment(t, o.project(t).ID)
	outcomes := make(chan error, 2)
	_, err := o.db.Users().Change(t.Context(), o.admin.actor, writer.ID, func(u *account.User) error {
		for _, actor := range []account.Actor{writer.actor, writer.bySession()} {
			go func() { outcomes <- o.rename(t.Context(), actor, env.ID) }()
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		// This write has to wait like the others; when it times out, they are waiting too.
		refused(t, o.rename(ctx, writer.actor, env.ID), fault.Canceled)
		change(u)
		return nil
	})
	ok(t, err)
	for range 2 {
		refused(t, <-outcomes, says)
	}
	o.environmentIs(t, env)
}

func (o *tenant) rename(ctx context.Context, by account.Actor, id ids.Environment) error {
	_, err := o.db.Environments().Change(ctx, by, id, func(e *project.Environment) error {
		e.Name = "Late"
		return nil
	})
	return err
}

// nothingAfterwards revokes a credential while many writers use it. Nothing may be added after the revocation is
// acknowledged.
func nothingAfterwards(t *testing.T, w suiteContext, e ending) {
	o := w.tenant(t)
	writer := o.person(t, account.OrganizationAdministrator)
	p := o.project(t)
	const writers, longEnough = 8, 50
	written := make(chan struct{}, writers*longEnough)
	var acknowledged []project.Environment
	for _, err := range together(writers+1, func(i int) error {
		if i < writers {
			err := o.writeUntilRefused(t.Context(), e.actor(writer), newEnvironment(p.ID), written)
			if fault.Is(err, e.says) {
				return nil
			}
			return err
		}
		for range writers { // wait until all of them have started
			<-written
		}
		err := e.end(t.Context(), o, writer)
		acknowledged = o.environmentsOf(t, p)
		return err
	}) {
		ok(t, err)
	}
	equal(t, o.environmentsOf(t, p), acknowledged)
}

func (o *tenant) environmentsOf(t *testing.T, p project.Project) []project.Environment {
	t.Helper()
	listed, err := o.db.Environments().List(t.Context(), project.EnvironmentQuery{Sees: o.sees(), Project: p.ID, Page: ordered("id")})
	ok(t, err)
	return listed.Items
}

// writeUntilRefused creates environments until one is rejected, or until there are many. Half of the channel's buffer
// stays free, because other writers check it at the same time.
func (o *tenant) writeUntilRefused(ctx context.Context, by account.Actor, draft project.Environment, written chan<- struct{}) error {
	for len(written) < cap(written)/2 {
		_, err := o.db.Environments().Create(ctx, by, draft)
		written <- struct{}{}
		if err != nil {
			return err
		}
	}
	return nil
}
