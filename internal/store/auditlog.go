package store

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// AuditLog reads and verifies the audit log.
type AuditLog struct{ db *DB }

// AuditLog returns the store of the audit log.
func (db *DB) AuditLog() *AuditLog { return &AuditLog{db} }

const auditColumns = `a.organization_id, a.sequence, a.at, a.actor_id, a.actor_email, a.credential_kind, a.credential_id, a.address, a.request_id,
	a.action, a.object_kind, a.object_id, a.object_name, a.project_id, a.environment_id, a.changes, a.result, a.reason, a.hash`

func scanEntry(scan scanner) (audit.Entry, error) {
	var e audit.Entry
	var at int64
	var changes string
	by, object := &e.By, &e.Object
	err := scan(&e.Organization, &e.Sequence, &at, &by.User, &by.Email, &by.Credential, &by.CredentialID, &by.Origin.Address, &by.Origin.RequestID,
		&e.Action, &object.Kind, &object.ID, &object.Name, &object.Project, &object.Environment, &changes, &e.Result, &e.Reason, &e.Hash)
	e.At = fromMoment(at)
	e.SetStored(changes)
	return e, err
}

// visibleEntries limits a list to what an actor may see, like the conditions in visible.go: everything, what the user did,
// what was done to the user, and the entries of projects and environments where the user has a role. Roles of others are
// visible only to those who may read them.
const visibleEntries = `a.organization_id = $1 AND ($2 OR a.actor_id = $3 OR (a.object_kind = 'user' AND a.object_id = $3)
	OR a.project_id IN (SELECT r.project_id FROM project_roles r WHERE r.user_id = $3 AND (r.role <> 'member' OR a.object_kind <> 'role'))
	OR a.environment_id IN (SELECT r.environment_id FROM environment_roles r
		WHERE r.user_id = $3 AND (r.role <> 'reader' OR a.object_kind <> 'role')))`

// List returns a page of the entries that the caller can see.
func (s *AuditLog) List(ctx context.Context, query audit.Query) (page.Result[audit.Entry], error) {
	return fetch(ctx, s.db, auditList(query), query.Page, scanEntry)
}

// auditList returns the list of a query. The filters by object, user and address have indexes.
func auditList(query audit.Query) list {
	where := filter{sql: visibleEntries, args: visibleArgs(query.Sees)}
	switch {
	case strings.Contains(query.Actor, "@"): // an id never does
		where.add("a.actor_email =", strings.ToLower(query.Actor))
	case query.Actor != "":
		where.add("a.actor_id =", query.Actor)
	}
	if kind, isKind := strings.CutSuffix(string(query.Action), "."); isKind {
		where.addAll(`a.action LIKE ? ESCAPE '!'`, escapeLike(kind)+".%")
	} else if query.Action != "" {
		where.add("a.action =", query.Action)
	}
	for _, condition := range []struct{ column, value string }{
		{"a.object_kind =", string(query.ObjectKind)},
		{"a.object_id =", query.ObjectID},
		{"a.project_id =", string(query.Project)},
		{"a.result =", string(query.Result)},
	} {
		if condition.value != "" {
			where.add(condition.column, condition.value)
		}
	}
	if query.Environment != 0 {
		where.addAll(`a.environment_id = ? AND a.environment_id > 0`, query.Environment) // as in the index
	}
	if !query.From.IsZero() {
		where.add("a.at >=", moment(query.From))
	}
	if !query.To.IsZero() {
		where.add("a.at <", moment(query.To))
	}
	sequence := column{sql: "a.sequence", number: true}
	return list{
		columns: auditColumns,
		from:    `audit_entries a WHERE ` + where.sql,
		args:    where.args,
		id:      sequence,
		fields:  audit.Order,
		order:   map[string]column{"id": sequence},
	}
}

// Refuse appends the entry of a write that was refused before it reached the database.
func (s *AuditLog) Refuse(ctx context.Context, by account.Actor, entry audit.Entry) error {
	return s.db.refuse(ctx, by, entry)
}

// Verify checks the chains of all organizations, in the order of their ids, and calls use with the outcome of each. It reads
// each chain in one snapshot, so that it works beside running servers.
func (s *AuditLog) Verify(ctx context.Context, anchors map[ids.Organization]audit.Anchor, use func(audit.Verified)) error {
	organizations, err := queryAll(ctx, s.db.reader, func(scan scanner) (id ids.Organization, err error) { return id, scan(&id) },
		`SELECT organization_id FROM audit_chains UNION SELECT organization_id FROM audit_entries ORDER BY 1`)
	if err != nil {
		return translate(err)
	}
	for organization := range anchors {
		organizations = appendMissing(organizations, organization)
	}
	for _, organization := range organizations {
		var anchor *audit.Anchor
		if known, ok := anchors[organization]; ok {
			anchor = &known
		}
		verified, err := s.verify(ctx, organization, anchor)
		if err != nil {
			return err
		}
		use(verified)
	}
	return nil
}

// appendMissing adds an organization that has neither a chain nor entries left.
func appendMissing(organizations []ids.Organization, organization ids.Organization) []ids.Organization {
	if slices.Contains(organizations, organization) {
		return organizations
	}
	return append(organizations, organization)
}

func (s *AuditLog) verify(ctx context.Context, organization ids.Organization, anchor *audit.Anchor) (verified audit.Verified, err error) {
	err = s.db.read(ctx, func(q querier) error {
		heads, err := queryAll(ctx, q, scanHead, `SELECT `+headColumns+` FROM audit_chains WHERE organization_id = $1`, organization)
		if err != nil {
			return err
		}
		head := audit.Head{Organization: organization} // if somebody deleted it, the first entry is after the head
		if len(heads) == 1 {
			head = heads[0]
		}
		verifier := s.db.audit.Verify(head, anchor)
		entries, err := q.QueryContext(ctx, `SELECT `+auditColumns+` FROM audit_entries a WHERE a.organization_id = $1 ORDER BY a.sequence`, organization)
		if err != nil {
			return err
		}
		defer entries.Close()
		for entries.Next() {
			entry, err := scanEntry(entries.Scan)
			if err != nil {
				return err
			}
			verifier.Add(entry)
		}
		if err := entries.Err(); err != nil {
			return err
		}
		verified = verifier.End()
		return nil
	})
	if err != nil {
		return verified, err
	}
	names, err := queryAll(ctx, s.db.reader, func(scan scanner) (name string, err error) { return name, scan(&name) },
		`SELECT name FROM organizations WHERE id = $1`, organization)
	if len(names) == 1 {
		verified.Name = names[0]
	}
	return verified, translate(err)
}
