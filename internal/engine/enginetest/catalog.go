package enginetest

import (
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

func catalogCases() cases {
	return cases{
		"a schema that is not there has none":    catalogOfNothing,
		"tables and views come by name":          catalogByName,
		"columns come in their order":            catalogColumns,
		"another schema's tables are not listed": catalogOfOneSchema,
		"several schemas are told apart":         catalogOfSeveralSchemas,
		"what was dropped is gone":               catalogAfterDrop,
		"what is not committed is not listed":    catalogBeforeCommit,
		"odd names are as they were given":       catalogOddNames,
	}
}

func (b *bench) catalog(schema engine.Schema) []engine.Relation {
	b.Helper()
	objects, err := b.engine.Catalog(b.ctx, schema)
	b.ok(err)
	return objects[schema]
}

// listed are the names in a schema, views with an asterisk.
func (b *bench) listed(schema engine.Schema) string {
	b.Helper()
	relations := b.catalog(schema)
	names := make([]string, len(relations))
	for i := range relations {
		names[i] = relations[i].Name
		if relations[i].IsView {
			names[i] += "*"
		}
	}
	return strings.Join(names, " ")
}

func catalogOfNothing(b *bench) {
	equal(b, b.listed(b.unused("nothing")), "")
	equal(b, b.listed(b.place), "")
}

func catalogByName(b *bench) {
	s := b.open(b.engine)
	s.exec("CREATE TABLE " + b.table("zebra") + " (n INTEGER)")
	s.exec("CREATE VIEW " + b.table("middle") + " AS SELECT n FROM " + b.table("zebra"))
	s.exec("CREATE TABLE " + b.table("ant") + " (n INTEGER)")
	equal(b, b.listed(b.place), "ant middle* zebra")
}

func catalogColumns(b *bench) {
	d := b.engine.Dialect()
	s := b.open(b.engine)
	s.exec("CREATE TABLE " + b.table("t") + " (zulu INTEGER NOT NULL, alpha " + d.Type("VARCHAR") + ", \"Mixed Case\" " +
		d.Type("DECIMAL(10,2)") + ")")
	s.exec("CREATE VIEW " + b.table("v") + " AS SELECT alpha, zulu FROM " + b.table("t"))
	relations := b.catalog(b.place)
	equal(b, len(relations), 2)
	equal(b, columnNames(relations[0].Columns), "zulu|alpha|Mixed Case")
	equal(b, columnNames(relations[1].Columns), "alpha|zulu")
	for i, want := range []engine.Column{
		{Type: "INTEGER"}, {Type: d.Type("VARCHAR"), Nullable: true}, {Type: d.Type("DECIMAL(10,2)"), Nullable: true},
	} {
		got := relations[0].Columns[i]
		if !strings.EqualFold(got.Type, want.Type) || got.Nullable != want.Nullable {
			b.Errorf("column %s is %s, nullable %t, want %s, %t", got.Name, got.Type, got.Nullable, want.Type, want.Nullable)
		}
	}
}

func catalogOfOneSchema(b *bench) {
	other := b.newPlace()
	s := b.open(b.engine)
	s.exec("CREATE TABLE " + b.table("here") + " (n INTEGER)")
	s.exec("CREATE TABLE " + b.in(other, "there") + " (n INTEGER)")
	equal(b, b.listed(b.place), "here")
	equal(b, b.listed(other), "there")
}

func catalogOfSeveralSchemas(b *bench) {
	other, nowhere := b.newPlace(), b.unused("nothing")
	s := b.open(b.engine)
	s.exec("CREATE TABLE " + b.table("same") + " (n INTEGER)")
	s.exec("CREATE TABLE " + b.in(other, "same") + " (n INTEGER, m INTEGER)")
	listed, err := b.engine.Catalog(b.ctx, other, nowhere, b.place, other)
	b.ok(err)
	equal(b, len(listed[nowhere]), 0)
	equal(b, len(listed[b.place]), 1)
	equal(b, len(listed[other]), 1)
	equal(b, columnNames(listed[b.place][0].Columns), "n")
	equal(b, columnNames(listed[other][0].Columns), "n|m")
	none, err := b.engine.Catalog(b.ctx)
	b.ok(err)
	equal(b, len(none), 0)
}

func catalogAfterDrop(b *bench) {
	s := b.open(b.engine)
	s.exec("CREATE TABLE " + b.table("t") + " (n INTEGER)")
	equal(b, b.listed(b.place), "t")
	s.exec("DROP TABLE " + b.table("t"))
	equal(b, b.listed(b.place), "")
}

func catalogBeforeCommit(b *bench) {
	s := b.open(b.engine)
	s.begin()
	s.exec("CREATE TABLE " + b.table("t") + " (n INTEGER)")
	equal(b, b.listed(b.place), "")
	s.commit()
	equal(b, b.listed(b.place), "t")
}

func catalogOddNames(b *bench) {
	d := b.engine.Dialect()
	s := b.open(b.engine)
	for _, name := range oddNames() {
		s.exec("CREATE TABLE " + b.table(name) + " (" + d.Quote(name) + " INTEGER)")
	}
	found := map[string]string{}
	for _, relation := range b.catalog(b.place) {
		found[relation.Name] = columnNames(relation.Columns)
	}
	for _, name := range oddNames() {
		if found[name] != name {
			b.Errorf("table %q has column %q", name, found[name])
		}
	}
	equal(b, len(found), len(oddNames()))
}

// oddNames are names that need care.
func oddNames() []string {
	return []string{
		"two words", `quo"te`, "it's", "semi;colon", "dot.ted", "éßЖ", "Mixed", "select", "%s", "back\\slash", "--", "$1", "a/b", "..",
	}
}
