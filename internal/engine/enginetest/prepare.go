package enginetest

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func prepareCases() cases {
	return cases{
		"a prepared schema is usable":              preparedCanBeUsed,
		"existing tables stay":                     prepareKeeps,
		"concurrent calls prepare the same schema": prepareAtOnce,
		"unusual names work":                       prepareOddNames,
		"an empty database is the default":         prepareDefaultDatabase,
		"an empty list succeeds":                   func(f *fixture) { f.ok(f.engine.Prepare(f.ctx, nil)) },
		"readers and writers continue":             prepareBesideWork,
		"a missing schema name is rejected":        prepareWithoutSchema,
	}
}

func preparedCanBeUsed(f *fixture) {
	schemas := []engine.Schema{f.unused("one"), f.unused("two"), f.unused("three")}
	f.ok(f.engine.Prepare(f.ctx, schemas))
	s := f.open(f.engine)
	for _, schema := range schemas {
		s.exec("CREATE TABLE " + f.in(schema, "t") + " AS SELECT 1 AS n")
		f.contains(f.in(schema, "t"), 1)
	}
}

func prepareKeeps(f *fixture) {
	table := f.numbers(2)
	for range 3 {
		f.ok(f.engine.Prepare(f.ctx, []engine.Schema{f.schema, f.schema, f.unused("new")}))
	}
	f.contains(table, 1, 2)
}

func prepareAtOnce(f *fixture) {
	var schemas []engine.Schema
	for range 5 {
		schemas = append(schemas, f.unused("race"))
	}
	engines := []engine.Engine{f.engine, f.suiteState.open(f.T)}
	for i, err := range together(12, func(i int) error { return engines[i%len(engines)].Prepare(f.ctx, schemas) }) {
		if err != nil {
			f.Errorf("caller %d: %v", i, err)
		}
	}
	for _, schema := range schemas {
		f.open(f.engine).exec("CREATE TABLE " + f.in(schema, "t") + " (n INTEGER)")
	}
}

func prepareOddNames(f *fixture) {
	s := f.open(f.engine)
	for _, name := range f.oddNames() {
		schema := f.unused(name)
		f.ok(f.engine.Prepare(f.ctx, []engine.Schema{schema}))
		f.ok(f.engine.Prepare(f.ctx, []engine.Schema{schema}))
		s.exec("CREATE TABLE " + f.in(schema, name) + " AS SELECT 1 AS n")
		equal(f, f.listed(schema), f.stored(name))
	}
}

func prepareDefaultDatabase(f *fixture) {
	schema := f.unused("default")
	schema.Database = ""
	f.ok(f.engine.Prepare(f.ctx, []engine.Schema{schema}))
	f.open(f.engine).exec("CREATE TABLE " + f.in(schema, "t") + " AS SELECT 1 AS n")
	equal(f, f.listed(schema), "t")
	if named := f.engine.DefaultDatabase(); named != "" {
		equal(f, f.listed(engine.Schema{Database: named, Name: schema.Name}), "t")
	}
	f.open(f.engine).exec("DROP TABLE " + f.in(schema, "t"))
}

func prepareBesideWork(f *fixture) {
	table := f.numbers(1)
	s := f.open(f.engine)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	f.ok(f.engine.Prepare(f.ctx, []engine.Schema{f.schema, f.unused("beside")}))
	s.commit()
	f.contains(table, 1, 2)
}

func prepareWithoutSchema(f *fixture) {
	err := f.engine.Prepare(f.ctx, []engine.Schema{{Database: f.suiteState.subject.Database}})
	f.refused(err, fault.Invalid)
}
