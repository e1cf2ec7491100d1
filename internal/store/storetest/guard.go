package storetest

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/store"
)

func guardCases() cases {
	all := cases{
		"the cases cover every write":                  everyWriteIsCovered,
		"a valid credential may write":                 liveCredentialWrites,
		"a canceled request returns Canceled":          canceledRequest,
		"the server itself needs no credential":        serverWrites,
		"an unknown credential is rejected":            unknownCredential,
		"a request with outdated roles writes nothing": oldRolesWriteNothing,
	}
	for name, revoke := range revocations() {
		all["no write "+name] = func(t *testing.T, w suiteContext) { deadCredentialWritesNothing(t, w, revoke) }
	}
	return all
}

// oldRolesWriteNothing: a request that was authorized with roles that its user no longer has changes nothing, on any
// level.
func oldRolesWriteNothing(t *testing.T, w suiteContext) {
	s := newWriteFixture(t, w.tenant(t))
	projectID := s.project(t).ID
	before := s.contents(t)
	for name, takeAway := range map[string]func(person) error{
		"organization": func(p person) error {
			return s.change(t.Context(), p.ID, func(u *account.User) { u.Role = account.OrganizationMember })
		},
		"project": func(p person) error { return s.db.Roles().DeleteProject(t.Context(), s.admin.actor, p.ID, projectID) },
		"environment": func(p person) error {
			return s.db.Roles().DeleteEnvironment(t.Context(), s.admin.actor, p.ID, s.env.ID)
		},
	} {
		second := s.person(t, account.OrganizationAdministrator)
		ok(t, takeAway(second))
		for write, do := range s.writes() {
			if err := do(t.Context(), second.actor); !fault.Is(err, fault.Conflict) {
				t.Errorf("%s role taken away, %s: err = %v, want conflict", name, write, err)
			}
		}
		ok(t, s.change(t.Context(), second.ID, remove)) // is not compared
	}
	equal(t, s.contents(t), before)
}

// nouns returns the types of the store that users write through.
func nouns(db *store.DB) []any {
	return []any{
		db.Users(), db.Tokens(), db.Roles(), db.Projects(), db.Workspaces(), db.Environments(), db.Connections(), db.GitAccounts(), db.Runs(), db.Webhooks(),
		db.Schedules(), db.WorkspaceFiles(),
	}
}

// everyWriteIsCovered compares the writes with the methods of the store that take an actor.
func everyWriteIsCovered(t *testing.T, w suiteContext) {
	writes := newWriteFixture(t, w.tenant(t)).writes()
	for _, noun := range nouns(w.shared) {
		kind := reflect.TypeOf(noun)
		for method := range kind.Methods() {
			takesActor := method.Type.NumIn() > 2 && method.Type.In(2) == reflect.TypeFor[account.Actor]()
			name := kind.Elem().Name() + "." + method.Name
			if _, covered := writes[name]; covered != takesActor {
				t.Errorf("%s: takes an actor: %t, is among the writes: %t", name, takesActor, covered)
			}
		}
	}
}

// revocations lists all the ways in which a credential is revoked during a request that has already been authenticated.
// Each returns the actor as it was before.
func revocations() map[string]func(*testing.T, *writeFixture) account.Actor {
	all := map[string]func(*testing.T, *writeFixture) account.Actor{
		"with a token that was revoked": func(t *testing.T, s *writeFixture) account.Actor {
			second := s.person(t, account.OrganizationAdministrator)
			ok(t, s.db.Tokens().Revoke(t.Context(), s.admin.actor, second.ID, second.token.ID))
			return second.actor
		},
		"with a session that was closed": func(t *testing.T, s *writeFixture) account.Actor {
			second := s.person(t, account.OrganizationAdministrator)
			ok(t, s.db.SignIns().Close(t.Context(), second.bySession()))
			return second.bySession()
		},
	}
	for name, change := range revoking() {
		for credential, actor := range map[string]func(person) account.Actor{
			"token":   func(p person) account.Actor { return p.actor },
			"session": person.bySession,
		} {
			all["with a "+credential+" after "+name] = func(t *testing.T, s *writeFixture) account.Actor {
				second := s.person(t, account.OrganizationAdministrator)
				ok(t, s.change(t.Context(), second.ID, change))
				return actor(second)
			}
		}
	}
	return all
}

func deadCredentialWritesNothing(t *testing.T, w suiteContext, revoke func(*testing.T, *writeFixture) account.Actor) {
	s := newWriteFixture(t, w.tenant(t))
	actor := revoke(t, s)
	before := s.contents(t)
	for name, do := range s.writes() {
		if err := do(t.Context(), actor); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%s: got %v, want unauthenticated", name, err)
		}
	}
	equal(t, s.contents(t), before)
}

func liveCredentialWrites(t *testing.T, w suiteContext) {
	actors := []func(person) account.Actor{
		func(p person) account.Actor { return p.actor },
		person.bySession,
	}
	o := w.tenant(t)
	for i, name := range slices.Sorted(maps.Keys(newWriteFixture(t, o).writes())) {
		// Each write gets its own fixture, because some delete what another one needs. The check of the credential does not know
		// which write it is for, so that half of the writes with each kind is enough.
		actor := actors[i%len(actors)]
		if err := newWriteFixture(t, o).writes()[name](t.Context(), actor(o.admin)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func canceledRequest(t *testing.T, w suiteContext) {
	s := newWriteFixture(t, w.tenant(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	before := s.contents(t)
	for name, do := range s.writes() {
		if err := do(ctx, s.admin.actor); !fault.Is(err, fault.Canceled) {
			t.Errorf("%s: got %v, want canceled", name, err)
		}
	}
	_, err := s.db.Users().List(ctx, s.Organization.ID, ordered("id"))
	refused(t, err, fault.Canceled)
	_, err = s.db.Users().Find(ctx, s.Organization.ID, s.user.ID)
	refused(t, err, fault.Canceled)
	equal(t, s.contents(t), before)
}

func serverWrites(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	server := account.Actor{Organization: o.Organization.ID}
	ok(t, o.db.Users().Create(t.Context(), server, newUser(o.Organization.ID, account.OrganizationMember)))
}

func unknownCredential(t *testing.T, w suiteContext) {
	s := newWriteFixture(t, w.tenant(t))
	for _, credential := range []account.Credential{{Token: "nothing"}, {Session: "nothing"}, {Token: s.admin.token.ID, Session: "nothing"}} {
		actor := s.admin.actor
		actor.Credential = credential
		refused(t, s.writes()["Workspaces.Create"](t.Context(), actor), fault.Unauthenticated)
	}
}
