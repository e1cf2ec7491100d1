package difference

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// shape is the object that the create template of a node creates.
type shape struct {
	kind    Kind
	columns []StateColumn
	key     string // the surrogate key column
	frame   string // fingerprint of everything but the columns
	// columnsUnknown reports whether the create SQL does not tell the columns, so that they are not compared.
	columnsUnknown bool
	// hasParts reports whether the table has indexes or constraints. They prevent a rename, or keep their names.
	hasParts bool
}

// shaper finds the shape of one node.
type shaper struct {
	compilation *compiler.Compilation
	node        *compiler.Node
	name        string // qualified
}

func shapeOf(c *compiler.Compilation, n *compiler.Node) shape {
	s := shaper{c, n, c.Renderer.Name(n.Ref())}
	found := s.shape()
	forgetUnkept(c.Renderer.Dialect(), found.columns)
	return found
}

// forgetUnkept removes what the engine does not keep of columns, so that it is not compared.
func forgetUnkept(d *dialect.Dialect, columns []StateColumn) {
	kept := d.Capabilities()
	for i := range columns {
		columns[i].Nullable = columns[i].Nullable || kept.LosesNotNull
		if kept.LacksDefaults {
			columns[i].Default = ""
		}
	}
}

func (s *shaper) shape() shape {
	n := s.node
	if !hasObject(n) {
		return shape{kind: None, columns: s.columns(), columnsUnknown: true}
	}
	made, found := s.find()
	isLibrary := n.Type != nil && n.Type.IsBuiltIn && !n.OverrideSQL
	switch {
	case !found:
		return shape{kind: s.guessKind(), columns: s.columns(), columnsUnknown: true, frame: s.frame(made), hasParts: s.hasParts(made)}
	case made.IsView:
		return shape{kind: View, columns: s.columns(), frame: s.frame(made), columnsUnknown: !isLibrary || n.Opaque != "" || len(n.Columns) == 0}
	case isLibrary:
		return shape{kind: Table, columns: s.columns(), key: s.key(), frame: "library"}
	case made.HasColumnList:
		return s.listed(made)
	default:
		return shape{kind: Table, columns: s.columns(), columnsUnknown: true, frame: s.frame(made), hasParts: s.hasParts(made)}
	}
}

// find returns the statement that creates the object of the node.
func (s *shaper) find() (ddl.CreateStatement, bool) {
	for i := range s.node.Create.Stages {
		for _, statement := range statementsOf(&s.node.Create.Stages[i]) {
			if table, ok := ddl.ReadCreate(statement); ok && sqltext.Canonical(table.Name) == sqltext.Canonical(s.name) {
				return table, true
			}
		}
	}
	return ddl.CreateStatement{}, false
}

// guessKind returns the kind that the node names, if its SQL does not tell what it creates.
func (s *shaper) guessKind() Kind {
	word := strings.ToLower(s.node.Materialization)
	switch {
	case s.node.Type != nil && s.node.Type.Spec.Strategy == transform.DeployAdvanced:
		return Other
	case word == "table", word == "transient table":
		return Table
	case word == "view":
		return View
	default:
		return Other
	}
}

// columns returns the columns that the node lists.
func (s *shaper) columns() []StateColumn {
	words := s.compilation.Renderer.Dialect()
	list := make([]StateColumn, 0, len(s.node.Columns))
	for i := range s.node.Columns {
		c := &s.node.Columns[i]
		column := StateColumn{ID: c.ID, Name: c.Name, Nullable: c.Nullable, Default: c.Default}
		switch {
		case c.Flag("isSurrogateKey"):
			column.Type, column.Nullable, column.Default = words.Type(keyType), false, ""
		case c.DataType != "":
			column.Type = words.Type(c.DataType)
		case len(s.node.Sources) == 0:
			column.Type = words.Type("VARCHAR")
		default:
			column.ExpressionFingerprint = fingerprintExpression(c)
		}
		list = append(list, column)
	}
	return list
}

func (s *shaper) key() string {
	for i := range s.node.Columns {
		if s.node.Columns[i].Flag("isSurrogateKey") {
			return s.node.Columns[i].Name
		}
	}
	return ""
}

// listed returns the shape of a table whose statement lists its columns. The statement counts, not the node.
func (s *shaper) listed(made ddl.CreateStatement) shape {
	words := s.compilation.Renderer.Dialect()
	out := shape{kind: Table, frame: s.frame(made), hasParts: s.hasParts(made)}
	for _, text := range made.Columns {
		column := StateColumn{ID: s.columnID(text.Name), Name: text.Name, Type: text.DataType, Nullable: !text.NotNull, Default: text.Default}
		if sqltext.Canonical(text.Text) == sqltext.Canonical(words.DefineKey(s.name, text.Name)) {
			column.Type, column.Nullable, column.Default = words.Type(keyType), false, ""
			out.key = text.Name
		}
		for _, rest := range made.Rest {
			if isPrimaryKeyOf(rest, text.Name) {
				column.Nullable = false
			}
		}
		out.columns = append(out.columns, column)
	}
	return out
}

// columnID returns the id of the column of a name. The id of a column that only the template contains is its name.
func (s *shaper) columnID(name string) transform.ColumnID {
	for i := range s.node.Columns {
		if s.node.Columns[i].Name == name {
			return s.node.Columns[i].ID
		}
	}
	return transform.ColumnID(name)
}

// isPrimaryKeyOf reports whether a column is part of the primary key of a constraint.
func isPrimaryKeyOf(constraint, column string) bool {
	_, list, found := strings.Cut(strings.ToUpper(constraint), "PRIMARY KEY")
	if !found {
		return false
	}
	inside := strings.Trim(strings.TrimSpace(list), "()")
	return slices.ContainsFunc(strings.Split(inside, ","), func(part string) bool {
		return strings.EqualFold(ddl.Unquote(strings.TrimSpace(part)), column)
	})
}

// frame returns the fingerprint of the statements without the columns of the table and without its name.
func (s *shaper) frame(made ddl.CreateStatement) string {
	p := newHasher()
	keys := s.compilation.Renderer.Dialect().CreateKey(s.name)
	for i := range s.node.Create.Stages {
		for _, statement := range statementsOf(&s.node.Create.Stages[i]) {
			table, ok := ddl.ReadCreate(statement)
			switch {
			case ok && table.HasColumnList && table.Name == made.Name:
				p.texts(slices.Sorted(slices.Values(table.Rest))...)
			case keys != "" && sqltext.Canonical(statement) == sqltext.Canonical(keys):
				p.texts("key")
			default:
				p.texts(sqltext.Canonical(strings.ReplaceAll(statement, s.name, "this")))
			}
		}
	}
	return p.String()
}

// hasParts reports whether the template creates indexes or constraints.
func (s *shaper) hasParts(made ddl.CreateStatement) bool {
	for _, rest := range made.Rest {
		for _, word := range []string{"KEY", "UNIQUE", "CONSTRAINT", "CHECK", "EXCLUDE", "REFERENCES"} {
			if strings.Contains(strings.ToUpper(rest), word) {
				return true
			}
		}
	}
	for i := range s.node.Create.Stages {
		if strings.Contains(strings.ToUpper(s.node.Create.Stages[i].SQL), "INDEX") {
			return true
		}
	}
	return false
}

// statementsOf splits a stage into statements, because a stage may contain several and an engine executes one at a time.
func statementsOf(stage *render.Stage) []string {
	if strings.TrimSpace(stage.SQL) == "" {
		return nil
	}
	if stage.Type == render.TestStage || !strings.Contains(stage.SQL, ";") {
		return []string{stage.SQL}
	}
	found := sqltext.Split(stage.SQL)
	texts := make([]string, len(found))
	for i, statement := range found {
		texts[i] = statement.Text
	}
	return texts
}
