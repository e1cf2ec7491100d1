package store_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"hash"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

func auditKey() audit.Key {
	return audit.NewKey(func() hash.Hash { return hmac.New(sha256.New, []byte("of a test")) })
}

// auditFixture is a database whose audit log has a key.
func auditFixture(t *testing.T, p testDatabase) fixture {
	t.Helper()
	p.options.AuditKey = auditKey()
	return newFixture(t, p)
}

// rename writes entries: it renames the environment.
func (a fixture) rename(t *testing.T, times int) {
	t.Helper()
	for i := range times {
		_, err := a.Environments().Change(t.Context(), account.Actor{Organization: a.organization}, a.environment, func(e *project.Environment) error {
			e.Name = fmt.Sprint("name ", i)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (a fixture) verify(t *testing.T) audit.Verified {
	t.Helper()
	var found []audit.Verified
	if err := a.AuditLog().Verify(t.Context(), nil, func(v audit.Verified) { found = append(found, v) }); err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].Organization != a.organization {
		t.Fatalf("verified %+v", found)
	}
	return found[0]
}

// dropTriggers removes what protects the entries against mistakes, as somebody who owns the database can.
func (a fixture) dropTriggers(t *testing.T, name string) {
	t.Helper()
	if name == "SQLite" {
		a.exec(t, `DROP TRIGGER audit_entries_update`)
		a.exec(t, `DROP TRIGGER audit_entries_delete`)
		return
	}
	a.exec(t, `DROP TRIGGER audit_entries_guard ON audit_entries`)
}

// TestTamperingWithTheDatabaseIsFound changes the stored log without the key, in every way that a statement can.
func TestTamperingWithTheDatabaseIsFound(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		for tampering, test := range map[string]struct {
			statements []string
			first      int64
		}{
			"a changed byte":  {[]string{`UPDATE audit_entries SET object_name = 'name 0!' WHERE sequence = 3`}, 3},
			"a changed actor": {[]string{`UPDATE audit_entries SET actor_email = 'eve@example.com' WHERE sequence = 5`}, 5},
			"a changed space": {[]string{`UPDATE audit_entries SET changes = changes || ' ' WHERE sequence = 4`}, 4},
			"a removed entry": {[]string{`DELETE FROM audit_entries WHERE sequence = 6`}, 6},
			"a removed tail":  {[]string{`DELETE FROM audit_entries WHERE sequence > 6`}, 7},
			"a removed tail with its head": {[]string{
				`DELETE FROM audit_entries WHERE sequence > 6`,
				`UPDATE audit_chains SET sequence = 6, hash = (SELECT hash FROM audit_entries WHERE sequence = 6)`,
			}, 7},
			"two exchanged": {[]string{
				`UPDATE audit_entries SET sequence = 1004 WHERE sequence = 4`,
				`UPDATE audit_entries SET sequence = 4 WHERE sequence = 5`,
				`UPDATE audit_entries SET sequence = 5 WHERE sequence = 1004`,
			}, 4},
			"a removed head": {[]string{`DELETE FROM audit_chains`}, 1},
		} {
			t.Run(name+"/"+tampering, func(t *testing.T) {
				t.Parallel()
				f := auditFixture(t, at(t))
				f.rename(t, 8)
				if v := f.verify(t); v.Break != nil || v.Entries != 9 { // the first is that of the organization
					t.Fatalf("the log is %+v", v)
				}
				f.dropTriggers(t, name)
				for _, statement := range test.statements {
					f.exec(t, statement)
				}
				v := f.verify(t)
				if v.Break == nil || v.Break.Sequence != test.first {
					t.Fatalf("found %v, want entry %d", v.Break, test.first)
				}
			})
		}
	}
}

// TestEntriesAreAppendOnly: the database itself refuses to change and to delete entries.
func TestEntriesAreAppendOnly(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			f.rename(t, 2)
			for _, statement := range []string{`UPDATE audit_entries SET reason = 'x'`, `DELETE FROM audit_entries`} {
				if _, err := f.raw.ExecContext(t.Context(), statement); err == nil {
					t.Errorf("the database accepted %s", statement)
				}
			}
			if v := f.verify(t); v.Break != nil || v.Entries != 3 {
				t.Errorf("the log is %+v", v)
			}
		})
	}
}

// TestConcurrentWritesChain: writes of one organization at the same time get numbers without gaps, and do not deadlock.
func TestConcurrentWritesChain(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			const clients, each = 8, 10
			var running sync.WaitGroup
			for range clients {
				running.Go(func() { f.rename(t, each) })
			}
			running.Wait()
			if v := f.verify(t); v.Break != nil || v.Entries != 1+clients*each {
				t.Errorf("the log is %+v", v)
			}
		})
	}
}

// wantExpired deletes entries, which must be a number of them.
func (a fixture) wantExpired(t *testing.T, before time.Time, limit, want int) {
	t.Helper()
	if deleted, err := a.AuditLog().DeleteExpired(t.Context(), before, limit); err != nil || deleted != want {
		t.Fatalf("deleted %d with the limit %d, %v; want %d", deleted, limit, err, want)
	}
}

// TestRetentionDeletesOldEntries deletes the beginning of a log. The rest stays verifiable, and says what was deleted.
func TestRetentionDeletesOldEntries(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			now := time.Now()
			clock := now.Add(-100 * 24 * time.Hour)
			p.options.Now = func() time.Time { return clock }
			f := auditFixture(t, p)
			f.rename(t, 4)
			clock = now
			f.rename(t, 3)
			old := now.Add(-30 * 24 * time.Hour)
			f.wantExpired(t, old, 3, 3)    // the limit
			f.wantExpired(t, old, 1000, 2) // the rest of the old entries
			v := f.verify(t)
			if v.Break != nil || v.Base != 5 || v.Entries != 5 {
				t.Errorf("the log is %+v", v)
			}
			list, err := f.AuditLog().List(t.Context(), audit.Query{
				Sees: account.Visibility{Organization: f.organization, Everything: true}, Action: "auditLog.", Page: page.Request{Descending: true},
			})
			if err != nil || len(list.Items) != 2 || list.Items[0].Sequence != v.Head.Sequence {
				t.Errorf("the deletions are %+v, %v", list.Items, err)
			}
			f.wantExpired(t, old, 1000, 0) // nothing more
		})
	}
}

// TestRetentionReadsABoundedPart: a pass holds the lock that all audited writes wait for, so it must not read the whole log.
func TestRetentionReadsABoundedPart(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := auditFixture(t, p)
			f.rename(t, 4)
			sent.take()
			f.wantExpired(t, time.Now().Add(48*time.Hour), 2, 2)
			read := 0
			for _, statement := range sent.take() {
				if !strings.Contains(statement, "FROM audit_entries") || strings.Contains(statement, "audit_chains") {
					continue
				}
				read++
				if !strings.Contains(statement, "sequence <= $") {
					t.Errorf("the statement reads the whole log: %s", statement)
				}
			}
			if read == 0 {
				t.Error("the retention read nothing")
			}
		})
	}
}

// TestRetentionKeepsABrokenLog: entries of a log that somebody changed are evidence.
func TestRetentionKeepsABrokenLog(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			f.rename(t, 4)
			f.dropTriggers(t, name)
			f.exec(t, `UPDATE audit_entries SET reason = 'x' WHERE sequence = 2`)
			deleted, err := f.AuditLog().DeleteExpired(t.Context(), time.Now().Add(48*time.Hour), 1000)
			if !fault.Is(err, fault.Conflict) || deleted != 0 {
				t.Errorf("deleted %d, %v", deleted, err)
			}
		})
	}
}

// TestStreamPositions: each destination gets every entry once it was recorded as sent, in order, from one server at a time.
func TestStreamPositions(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			f.rename(t, 4)
			streams := f.AuditStreams()
			pending, err := streams.Pending(t.Context(), "siem", 3)
			if err != nil || len(pending) != 1 || len(pending[0].Entries) != 3 || pending[0].Entries[0].Sequence != 1 {
				t.Fatalf("pending %v, %v", pending, err)
			}
			if err := streams.Advance(t.Context(), "siem", pending[0].Entries[2]); err != nil {
				t.Fatal(err)
			}
			pending, err = streams.Pending(t.Context(), "siem", 3)
			if err != nil || len(pending) != 1 || len(pending[0].Entries) != 2 || pending[0].Entries[0].Sequence != 4 || pending[0].Lost != 0 {
				t.Errorf("pending %v, %v; want the entries after the third", pending, err)
			}
			if pending, err := streams.Pending(t.Context(), "other", 100); err != nil || len(pending) != 1 || len(pending[0].Entries) != 5 {
				t.Errorf("pending of another destination %v, %v", pending, err)
			}
			f.wantClaims(t)
		})
	}
}

// TestStreamStartsWithTheOldestEntries: many organizations with entries to send do not keep one waiting for good.
func TestStreamStartsWithTheOldestEntries(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			clock := time.Now()
			p.options.Now = func() time.Time { return clock }
			f := auditFixture(t, p)
			old := map[ids.Organization]bool{f.organization: true}
			for i := range 25 { // more than a query returns
				clock = clock.Add(time.Minute)
				old[f.addOrganization(t, clock).Organization.ID] = i < 19
			}
			pending, err := f.AuditStreams().Pending(t.Context(), "siem", 3)
			noError(t, err)
			if len(pending) != 20 {
				t.Fatalf("%d organizations are pending", len(pending))
			}
			for _, backlog := range pending {
				if !old[backlog.Organization] {
					t.Errorf("organization %s is sent before older entries", backlog.Organization)
				}
			}
		})
	}
}

// TestStreamKnowsWhatItLost: the retention deleted entries that a destination has not got. A new destination has lost nothing.
func TestStreamKnowsWhatItLost(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			now := time.Now()
			clock := now.Add(-100 * 24 * time.Hour)
			p.options.Now = func() time.Time { return clock }
			f := auditFixture(t, p)
			f.rename(t, 4)
			noError(t, f.AuditStreams().Advance(t.Context(), "siem", audit.Entry{Organization: f.organization, Sequence: 2}))
			clock = now
			f.wantExpired(t, now.Add(-30*24*time.Hour), 1000, 5)
			for destination, lost := range map[string]int64{"siem": 3, "new": 0} {
				pending, err := f.AuditStreams().Pending(t.Context(), destination, 10)
				noError(t, err)
				if len(pending) != 1 || pending[0].Lost != lost || pending[0].Entries[0].Sequence != 6 {
					t.Errorf("%s: pending %+v, want %d lost entries", destination, pending, lost)
				}
			}
		})
	}
}

// wantClaims checks that a destination belongs to the first server that claims it.
func (a fixture) wantClaims(t *testing.T) {
	t.Helper()
	for i, test := range []struct {
		owner string
		want  bool
	}{{"a", true}, {"b", false}, {"a", true}} {
		if claimed, err := a.AuditStreams().Claim(t.Context(), "siem", test.owner, time.Hour); err != nil || claimed != test.want {
			t.Errorf("claim %d: %t, %v", i, claimed, err)
		}
	}
}

// TestEntriesDescribeWrites: an entry has the actor, the object with its names, and the old and new values without secrets.
func TestEntriesDescribeWrites(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			by := account.Actor{Organization: f.organization, User: "ada", Email: "ada@example.com", Origin: account.Origin{Address: "203.0.113.7", RequestID: "r-1"}}
			_, err := f.Environments().Change(t.Context(), by, f.environment, func(e *project.Environment) error {
				e.Name, e.Settings.SealedSecret = "Production", "sealed"
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			list, err := f.AuditLog().List(t.Context(), audit.Query{
				Sees: account.Visibility{Organization: f.organization, Everything: true}, Environment: f.environment, Actor: "Ada@example.com",
			})
			if err != nil || len(list.Items) != 1 {
				t.Fatalf("entries %+v, %v", list.Items, err)
			}
			e := list.Items[0]
			if e.Action != "environment.update" || e.Object != (audit.Object{Kind: "environment", ID: "7", Name: "Production", Project: "p", Environment: 7}) {
				t.Errorf("the entry is %+v", e)
			}
			if e.By.User != "ada" || e.By.Origin.Address != "203.0.113.7" || e.By.Origin.RequestID != "r-1" {
				t.Errorf("the subject is %+v", e.By)
			}
			if got := e.StoredChanges(); got != `[{"field":"name","old":"E","new":"Production"},{"field":"password","new":"[masked]"}]` {
				t.Errorf("the changes are %s", got)
			}
		})
	}
}

// TestSecretParametersAreMasked: people put passwords into runtime parameters. The log says that one changed, not to what.
func TestSecretParametersAreMasked(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			for _, test := range []struct{ parameters, want string }{
				{
					`{"day": 12345678901234567890, "apiKey": "hidden-1", "crm": [{"password": "hidden-2", "host": "h"}]}`,
					`[{"field":"runtimeParameters","new":{"apiKey":"[masked]","crm":[{"host":"h","password":"[masked]"}],"day":12345678901234567890}},` +
						`{"field":"secretParameters","new":"[masked]"}]`,
				},
				{
					`{"day": 12345678901234567890, "apiKey": "hidden-1", "crm": [{"password": "hidden-3", "host": "h"}]}`,
					`[{"field":"secretParameters","old":"[masked]","new":"[masked]"}]`,
				},
			} {
				_, err := f.Environments().Change(t.Context(), account.Actor{Organization: f.organization}, f.environment, func(e *project.Environment) error {
					e.Settings.Parameters = []byte(test.parameters)
					return nil
				})
				noError(t, err)
				list, err := f.AuditLog().List(t.Context(), audit.Query{
					Sees: account.Visibility{Organization: f.organization, Everything: true}, Page: page.Request{Limit: 1, Descending: true},
				})
				noError(t, err)
				if got := list.Items[0].StoredChanges(); got != test.want {
					t.Errorf("the changes are %s, want %s", got, test.want)
				}
			}
		})
	}
}

// TestUsersSeeTheEntriesOfTheirObjects lists the log as users with different roles.
func TestUsersSeeTheEntriesOfTheirObjects(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			f.rename(t, 1)
			users := map[string]int{"projectMember": 1, "projectContributor": 2, "environmentReader": 1, "nobody": 0}
			for user := range users {
				f.exec(t, `INSERT INTO users (id, organization_id, email, first_name, last_name, password_hash, role, status, created_at)
					VALUES ($1, $2, $1, '', '', '', 'member', 'active', 1)`, user, f.organization)
			}
			f.exec(t, `INSERT INTO project_roles (organization_id, user_id, project_id, role) VALUES ($1, 'projectMember', 'p', 'member')`, f.organization)
			f.exec(t, `INSERT INTO project_roles (organization_id, user_id, project_id, role) VALUES ($1, 'projectContributor', 'p', 'contributor')`, f.organization)
			f.exec(t, `INSERT INTO environment_roles (organization_id, user_id, environment_id, role) VALUES ($1, 'environmentReader', 7, 'reader')`, f.organization)
			server := account.Actor{Organization: f.organization}
			if err := f.Roles().SetProject(t.Context(), server, "nobody", account.ProjectGrant{Project: "p", Role: account.ProjectMember}); err != nil {
				t.Fatal(err)
			}
			f.exec(t, `DELETE FROM project_roles WHERE user_id = 'nobody'`)
			for user, want := range users {
				list, err := f.AuditLog().List(t.Context(), audit.Query{Sees: account.Visibility{Organization: f.organization, User: ids.User(user)}})
				if err != nil || len(list.Items) != want {
					t.Errorf("%s sees %d entries, %v; want %d", user, len(list.Items), err, want)
				}
			}
			other, err := f.AuditLog().List(t.Context(), audit.Query{Sees: account.Visibility{Organization: "other", Everything: true}})
			if err != nil || len(other.Items) != 0 {
				t.Errorf("another organization sees %v, %v", other.Items, err)
			}
		})
	}
}

// TestWritesOfUsersCostThreeStatementsMore counts the statements of the log: read its head, add the entry, store the head.
func TestWritesOfUsersCostThreeStatementsMore(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := auditFixture(t, p)
			f.rename(t, 1)
			sent.take()
			f.rename(t, 1)
			taken := sent.take()
			log := 0
			for _, statement := range taken {
				if strings.Contains(statement, "audit_") {
					log++
				}
			}
			if log != 3 {
				t.Errorf("the audit log took %d of the statements:\n%s", log, strings.Join(taken, "\n"))
			}
		})
	}
}
