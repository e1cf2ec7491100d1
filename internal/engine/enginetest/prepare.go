package enginetest

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func prepareCases() cases {
	return cases{
		"a schema can be used after it":      preparedCanBeUsed,
		"what is there stays":                prepareKeeps,
		"many prepare the same at once":      prepareAtOnce,
		"names may be odd":                   prepareOddNames,
		"no database means the default one":  prepareDefaultDatabase,
		"nothing to prepare is fine":         func(b *bench) { b.ok(b.engine.Prepare(b.ctx, nil)) },
		"readers and writers do not mind it": prepareBesideWork,
		"a place without schema is refused":  prepareWithoutSchema,
	}
}

func preparedCanBeUsed(b *bench) {
	schemas := []engine.Schema{b.unused("one"), b.unused("two"), b.unused("three")}
	b.ok(b.engine.Prepare(b.ctx, schemas))
	s := b.open(b.engine)
	for _, schema := range schemas {
		s.exec("CREATE TABLE " + b.in(schema, "t") + " AS SELECT 1 AS n")
		b.holds(b.in(schema, "t"), 1)
	}
}

func prepareKeeps(b *bench) {
	table := b.numbers(2)
	for range 3 {
		b.ok(b.engine.Prepare(b.ctx, []engine.Schema{b.place, b.place, b.unused("new")}))
	}
	b.holds(table, 1, 2)
}

func prepareAtOnce(b *bench) {
	var schemas []engine.Schema
	for range 5 {
		schemas = append(schemas, b.unused("race"))
	}
	engines := []engine.Engine{b.engine, b.world.open(b.T)}
	for i, err := range together(12, func(i int) error { return engines[i%len(engines)].Prepare(b.ctx, schemas) }) {
		if err != nil {
			b.Errorf("caller %d: %v", i, err)
		}
	}
	for _, schema := range schemas {
		b.open(b.engine).exec("CREATE TABLE " + b.in(schema, "t") + " (n INTEGER)")
	}
}

func prepareOddNames(b *bench) {
	s := b.open(b.engine)
	for _, name := range oddNames() {
		schema := b.unused(name)
		b.ok(b.engine.Prepare(b.ctx, []engine.Schema{schema}))
		b.ok(b.engine.Prepare(b.ctx, []engine.Schema{schema}))
		s.exec("CREATE TABLE " + b.in(schema, name) + " AS SELECT 1 AS n")
		equal(b, b.listed(schema), name)
	}
}

func prepareDefaultDatabase(b *bench) {
	schema := b.unused("default")
	schema.Database = ""
	b.ok(b.engine.Prepare(b.ctx, []engine.Schema{schema}))
	b.open(b.engine).exec("CREATE TABLE " + b.in(schema, "t") + " AS SELECT 1 AS n")
	equal(b, b.listed(schema), "t")
	if named := b.engine.DefaultDatabase(); named != "" {
		equal(b, b.listed(engine.Schema{Database: named, Name: schema.Name}), "t")
	}
	b.open(b.engine).exec("DROP TABLE " + b.in(schema, "t"))
}

func prepareBesideWork(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	b.ok(b.engine.Prepare(b.ctx, []engine.Schema{b.place, b.unused("beside")}))
	s.commit()
	b.holds(table, 1, 2)
}

func prepareWithoutSchema(b *bench) {
	err := b.engine.Prepare(b.ctx, []engine.Schema{{Database: b.world.subject.Database}})
	b.refused(err, fault.Invalid)
}
