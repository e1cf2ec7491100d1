package store

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// reach says which objects of environments a query's environment or workspace can reach.
type reach struct {
	connections     map[string]bool // those that lead to the same databases
	defaultDatabase string          // of an embedded engine; empty for others
	hasOwnFile      bool
	ownFiles        map[ids.Environment]bool // the environments with a file of their own
}

// findReach returns what the environment or workspace of a query can reach.
func findReach(ctx context.Context, q querier, query deploy.ForeignObjectQuery) (*reach, error) {
	all, err := connectionsByID(ctx, q, query.Organization)
	if err != nil {
		return nil, err
	}
	over := all[query.Connection]
	r := &reach{connections: map[string]bool{string(query.Connection): true}}
	for id, c := range all {
		if id != "" && c.Server() == over.Server() {
			r.connections[string(id)] = true
		}
	}
	if !enginekind.IsEmbedded(string(over.Platform)) {
		return r, nil
	}
	r.defaultDatabase = enginekind.DefaultDatabase(string(over.Platform))
	at, err := findRunTarget(ctx, q, query.Organization, query.Environment)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return nil, err
	}
	r.hasOwnFile = at.OwnFile != ""
	owners, err := queryAll(ctx, q, func(scan scanner) (id ids.Environment, err error) { return id, scan(&id) },
		`SELECT id FROM environments WHERE organization_id = $1 AND own_file <> ''`, query.Organization)
	r.ownFiles = make(map[ids.Environment]bool, len(owners))
	for _, id := range owners {
		r.ownFiles[id] = true
	}
	return r, err
}

// isPrivate reports whether a schema of an environment is in a file that only the environment attaches.
func (r *reach) isPrivate(schema engine.Schema, owner ids.Environment) bool {
	if r.defaultDatabase == "" || schema.Database != "" && !strings.EqualFold(schema.Database, r.defaultDatabase) {
		return false
	}
	return r.hasOwnFile || r.ownFiles[owner]
}
