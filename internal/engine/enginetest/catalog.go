package enginetest

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

func catalogCases() cases {
	return cases{
		"a missing schema has no relations":      catalogOfNothing,
		"tables and views come by name":          catalogByName,
		"columns come in their order":            catalogColumns,
		"another schema's tables are not listed": catalogOfOneSchema,
		"several schemas are separate":           catalogOfSeveralSchemas,
		"a dropped relation is not listed":       catalogAfterDrop,
		"an uncommitted relation is not listed":  catalogBeforeCommit,
		"unusual names are unchanged":            catalogOddNames,
	}
}

func (f *fixture) catalog(schema engine.Schema) []engine.Relation {
	f.Helper()
	objects, err := f.engine.Catalog(f.ctx, schema)
	f.ok(err)
	return objects[schema]
}

// listed returns the names in a schema, views with an asterisk.
func (f *fixture) listed(schema engine.Schema) string {
	f.Helper()
	relations := f.catalog(schema)
	names := make([]string, len(relations))
	for i := range relations {
		names[i] = relations[i].Name
		if relations[i].IsView {
			names[i] += "*"
		}
	}
	return strings.Join(names, " ")
}

func catalogOfNothing(f *fixture) {
	equal(f, f.listed(f.unused("nothing")), "")
	equal(f, f.listed(f.schema), "")
}

func catalogByName(f *fixture) {
	s := f.open(f.engine)
	s.exec("CREATE TABLE " + f.table("zebra") + " (n INTEGER)")
	s.exec("CREATE VIEW " + f.table("middle") + " AS SELECT n FROM " + f.table("zebra"))
	s.exec("CREATE TABLE " + f.table("ant") + " (n INTEGER)")
	equal(f, f.listed(f.schema), "ant middle* zebra")
}

func catalogColumns(f *fixture) {
	d := f.engine.Dialect()
	s := f.open(f.engine)
	s.exec("CREATE TABLE " + f.table("t") + " (zulu INTEGER NOT NULL, alpha " + d.Type("VARCHAR") + ", \"Mixed Case\" " +
		d.Type("DECIMAL(10,2)") + ")")
	s.exec("CREATE VIEW " + f.table("v") + " AS SELECT alpha, zulu FROM " + f.table("t"))
	relations := f.catalog(f.schema)
	equal(f, len(relations), 2)
	equal(f, columnNames(relations[0].Columns), f.folded("zulu|alpha|")+f.stored("Mixed Case"))
	equal(f, columnNames(relations[1].Columns), f.folded("alpha|zulu"))
	for i, want := range []engine.Column{
		{Type: f.typeName("INTEGER")}, {Type: f.typeName("VARCHAR"), Nullable: true}, {Type: f.typeName("DECIMAL(10,2)"), Nullable: true},
	} {
		got := relations[0].Columns[i]
		if !strings.EqualFold(got.Type, want.Type) || got.Nullable != want.Nullable {
			f.Errorf("column %s is %s, nullable %t, want %s, %t", got.Name, got.Type, got.Nullable, want.Type, want.Nullable)
		}
	}
}

func catalogOfOneSchema(f *fixture) {
	other := f.newSchema()
	s := f.open(f.engine)
	s.exec("CREATE TABLE " + f.table("here") + " (n INTEGER)")
	s.exec("CREATE TABLE " + f.in(other, "there") + " (n INTEGER)")
	equal(f, f.listed(f.schema), "here")
	equal(f, f.listed(other), "there")
}

func catalogOfSeveralSchemas(f *fixture) {
	other, nowhere := f.newSchema(), f.unused("nothing")
	s := f.open(f.engine)
	s.exec("CREATE TABLE " + f.table("same") + " (n INTEGER)")
	s.exec("CREATE TABLE " + f.in(other, "same") + " (n INTEGER, m INTEGER)")
	listed, err := f.engine.Catalog(f.ctx, other, nowhere, f.schema, other)
	f.ok(err)
	equal(f, len(listed[nowhere]), 0)
	equal(f, len(listed[f.schema]), 1)
	equal(f, len(listed[other]), 1)
	equal(f, columnNames(listed[f.schema][0].Columns), f.folded("n"))
	equal(f, columnNames(listed[other][0].Columns), f.folded("n|m"))
	none, err := f.engine.Catalog(f.ctx)
	f.ok(err)
	equal(f, len(none), 0)
}

func catalogAfterDrop(f *fixture) {
	s := f.open(f.engine)
	s.exec("CREATE TABLE " + f.table("t") + " (n INTEGER)")
	equal(f, f.listed(f.schema), "t")
	s.exec("DROP TABLE " + f.table("t"))
	equal(f, f.listed(f.schema), "")
}

func catalogBeforeCommit(f *fixture) {
	s := f.open(f.engine)
	s.begin()
	s.exec("CREATE TABLE " + f.table("t") + " (n INTEGER)")
	equal(f, f.listed(f.schema), "")
	s.commit()
	equal(f, f.listed(f.schema), "t")
}

func catalogOddNames(f *fixture) {
	d := f.engine.Dialect()
	s := f.open(f.engine)
	for _, name := range f.oddNames() {
		s.exec("CREATE TABLE " + f.table(name) + " (" + d.Quote(name) + " INTEGER)")
	}
	found := map[string]string{}
	for _, relation := range f.catalog(f.schema) {
		found[relation.Name] = columnNames(relation.Columns)
	}
	for _, name := range f.oddNames() {
		if stored := f.stored(name); found[stored] != stored {
			f.Errorf("table %q has column %q", stored, found[stored])
		}
	}
	equal(f, len(found), len(f.oddNames()))
}

// oddNames returns names that need quoting, as far as the engine can have them.
func (f *fixture) oddNames() []string {
	names := []string{
		"two words", `quo"te`, "it's", "semi;colon", "dot.ted", "éßЖ", "Mixed", "select", "%s", "back\\slash", "--", "$1", "a/b", "..",
	}
	if possible := f.suiteState.subject.CanName; possible != nil {
		names = slices.DeleteFunc(names, func(name string) bool { return !possible(name) })
	}
	return names
}

// folded returns names without quotes as the engine stores them.
func (f *fixture) folded(names string) string { return f.engine.Dialect().Fold(names) }

// typeName returns the name that the catalog has for a type that a project writes.
func (f *fixture) typeName(written string) string {
	if name := f.suiteState.subject.TypeNames[written]; name != "" {
		return name
	}
	return f.engine.Dialect().Type(written)
}

// stored returns a name as the catalog lists it: an engine that ignores case may fold names also in quotes.
func (f *fixture) stored(name string) string {
	if d := f.engine.Dialect(); d.Capabilities().IgnoresCase {
		return d.Fold(name)
	}
	return name
}
