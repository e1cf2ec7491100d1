package execute

import (
	"context"
	"slices"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/staging"
	"github.com/millrace/millrace/internal/transform"
)

// statementPublisher publishes a node by one statement, on engines whose transactions do not surround several statements. All other
// statements of the node, and its tests, work on tables with names of their own.
//
// The publishing statement has a guard: it fails if the table has another snapshot than before, or if the run has another owner.
// The snapshot is in the state database before the statement is sent, and the id of the statement before its answer is waited for.
// So a new owner, or the same one after a lost answer, can tell by the table itself what happened.
type statementPublisher struct {
	*execution

	versions  map[engine.Table]engine.TableVersion // when the run was prepared
	columns   map[engine.Table][]engine.Column
	published map[transform.NodeID]bool // nodes of which only the statements after the publication are left
}

// prepare does for a new owner, in this order: write the mark that makes statements of earlier owners fail, cancel those that
// run, and then read the tables. The state of a canceled statement is no evidence. It does this also for a canceled run.
func (s *statementPublisher) prepare(ctx context.Context, p *preparation, pending []int) {
	pending = s.publishing(pending)
	if len(pending) == 0 && s.Label.Epoch == 1 {
		return
	}
	if s.Label.Epoch > 1 {
		var done context.CancelFunc
		ctx, done = uncancelableContext(ctx, s.LeaseContext)
		defer done()
	}
	databases := s.databasesOf(pending)
	s.prepareSchemas(ctx, p, s.schemasOf(pending, databases))
	for _, database := range databases {
		s.inDatabase(ctx, p, database, s.prepareMarks)
	}
	if s.Label.Epoch > 1 && p.everything == nil {
		p.everything = s.fence(ctx)
	}
	if p.everything == nil {
		p.everything = s.readTables(ctx, pending)
	}
	if s.Label.Epoch > 1 && p.everything == nil {
		s.published = map[transform.NodeID]bool{}
		for _, position := range pending {
			s.continueNode(p, position)
		}
		s.sweepEarlierOwners(ctx, databases)
	}
}

// publishing returns the nodes that publish.
func (s *statementPublisher) publishing(pending []int) []int {
	return slices.DeleteFunc(slices.Clone(pending), func(position int) bool { return !s.effects[position].publishes })
}

// databasesOf lists the databases that nodes publish to, each once.
func (s *statementPublisher) databasesOf(pending []int) []string {
	var databases []string
	for _, position := range pending {
		if database := s.Plan.Nodes[position].Schema.Database; !slices.Contains(databases, database) {
			databases = append(databases, database)
		}
	}
	return databases
}

// inDatabase calls do with a session for a database. An error blocks the nodes in that database, or all nodes if the engine is
// unavailable.
func (s *statementPublisher) inDatabase(
	ctx context.Context, p *preparation, database string, do func(context.Context, engine.Session, string) error,
) {
	if p.everything != nil || p.databases[database] != nil {
		return
	}
	err := s.retry(ctx, s.Label.WorkID, func(ctx context.Context) error {
		session, err := s.Engine.Session(ctx, s.Label)
		if err != nil {
			return err
		}
		defer s.closeSession(session)
		return do(ctx, session, database)
	})
	switch {
	case err == nil:
	case isOutage(err) || ctx.Err() != nil:
		p.everything = err
	default:
		p.databases[database] = err
	}
}

// engineTable returns the table of a node for calls of the engine.
func engineTable(node *plan.Node) engine.Table {
	return engine.Table{Schema: node.Schema, Name: node.Name}
}

// readTables reads the versions and the columns of the tables that nodes publish.
func (s *statementPublisher) readTables(ctx context.Context, pending []int) error {
	var tables []engine.Table
	var schemas []engine.Schema
	for _, position := range pending {
		node := &s.Plan.Nodes[position]
		form := staging.Analyze(s.Engine.Dialect(), node)
		if form.Kind == staging.Direct {
			continue
		}
		tables = append(tables, engineTable(node))
		if (form.Kind == staging.Replace || form.Kind == staging.Append) && !slices.Contains(schemas, node.Schema) {
			schemas = append(schemas, node.Schema)
		}
	}
	if len(tables) == 0 {
		return nil
	}
	err := s.retry(ctx, s.Label.WorkID, func(ctx context.Context) (err error) {
		s.versions, err = s.readVersions(ctx, tables)
		return err
	})
	if err != nil || len(schemas) == 0 {
		return err
	}
	return s.retry(ctx, s.Label.WorkID, func(ctx context.Context) error {
		catalog, err := s.Engine.Catalog(ctx, schemas...)
		s.columns = map[engine.Table][]engine.Column{}
		for schema, relations := range catalog {
			for i := range relations {
				s.columns[engine.Table{Schema: schema, Name: s.comparable(relations[i].Name)}] = relations[i].Columns
			}
		}
		return err
	})
}

func (s *statementPublisher) comparable(name string) string {
	return s.Engine.Dialect().Comparable(name)
}

// columnsOf returns the columns of a node's table, as the engine has them.
func (s *statementPublisher) columnsOf(node *plan.Node) []engine.Column {
	return s.columns[engine.Table{Schema: node.Schema, Name: s.comparable(node.Name)}]
}

func (s *statementPublisher) readVersions(ctx context.Context, tables []engine.Table) (map[engine.Table]engine.TableVersion, error) {
	reader, ok := s.Engine.(engine.VersionReader)
	if !ok {
		return nil, fault.New(fault.Internal, "the engine has no full transactions and does not show versions of tables")
	}
	return reader.Versions(ctx, tables)
}

// resolve is part of run, which continues after the publication.
func (*statementPublisher) resolve(_ context.Context, _ *nodeExecution, err error) error { return err }

// sentStatements returns the publishing statements among queries that may take effect, or did.
func sentStatements(queries []run.QueryResult) []run.QueryResult {
	var sent []run.QueryResult
	for i := range queries {
		if queries[i].Snapshot != "" {
			sent = append(sent, queries[i])
		}
	}
	return sent
}
